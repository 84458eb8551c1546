import { isComputed, metricSchema } from '../item-bank/items/metric/metric.ts';
import { EXTRACTION_MODES, extractorOf } from '../src/scoring/extract/modes.ts';
import { METRICS, scoreAnswer } from '../src/scoring/metrics/metrics.ts';
import { type Measured, measured, times } from './measure.ts';

/** Pieces that make long texts on which a careless regular expression takes the square of their length. */
const PIECES = [
  ['答案是', '(', '\\boxed{', '答案是A、', 'A, ', 'A and ', '"answer":', 'The answer is ', ' '],
  ['\n', '<think>', '**', 'A', 'not ', 'B)\n', 'so it is ', 'Option B ', '\\text{', 'answer ('],
  ['not A but ', '(a) ', 'A-', '\ud800', 'B is wrong ', '[[{{((', '\nQuestion: ', '1. A\n'],
  ['7', '1,000,', '1/1 ', '1e', '一', '百分之', 'a=', '-\n', 'A →', 'given order '],
].flat();
const QUESTION = { type: 'multiple', options: 26, optionTexts: ['答案是', '((', 'A'] } as const;
/** Characters: a quarter of a megabyte for extraction, and what a long answer to an open question has for metrics. */
const LENGTHS = { extract: 2 ** 18, metric: 20_000 };
/** Far below what quadratic time takes: minutes. */
const TARGET_MS = 500;
const BOUND = 'one pass at 1 ns a character and rule';

/**
 * How long each way of reading an output takes on the slowest hostile text; `growth` is this time as a multiple of that of half the
 * text: 2 is linear, 4 quadratic.
 */
export function hostileTexts(): Measured[] {
  return [
    ...EXTRACTION_MODES.map((mode) =>
      worst(`extract, ${mode}`, LENGTHS.extract, (text) => extractorOf(mode)(text, QUESTION)),
    ),
    ...Object.keys(METRICS).map((name) => {
      const metric = metricSchema.parse({ name });
      if (!isComputed(metric)) throw new Error(name);
      return worst(`metric, ${name}`, LENGTHS.metric, (text) =>
        scoreAnswer({ answer: `${text}x`, references: [`x${text.slice(0, 1000)}`] }, metric),
      );
    }),
  ];
}

function worst(name: string, length: number, read: (text: string) => unknown): Measured {
  const costs = PIECES.map((piece) => {
    const text = piece.repeat(Math.ceil(length / piece.length));
    const { clock } = times(3, 1, () => read(text));
    const ms = Math.min(...clock);
    const half = Math.min(...times(3, 0, () => read(text.slice(0, length / 2))).clock);
    return { piece, ms, growth: ms / half };
  });
  const slowest = costs.reduce((a, b) => (a.ms >= b.ms ? a : b));
  const { piece, ms, growth } = slowest;
  return measured(`hostile texts, ${name}`, [ms], 'ms', TARGET_MS, BOUND, {
    piece: JSON.stringify(piece),
    growth,
  });
}
