import { decimal, intervalText, money2 } from '../../numbers.ts';
import { changeText } from '../../operations/asking/reuse-text.ts';
import { plainText } from '../../plain-text.ts';
import { typedCommands } from '../../report/typed-commands.ts';
import type { AnswerPattern } from '../../scoring/patterns/answer-pattern.ts';
import { firstAnswersWords, type PatternHints } from '../../scoring/patterns/pattern-words.ts';
import type { LiveWatch, WatchedTest } from '../../workflow/live/ask-tests.ts';
import type { EndpointFeedback } from '../asking/endpoint-feedback.ts';
import { liveBlock, type TerminalStream } from '../output/live-block.ts';
import { LINE_MS, LINE_SHARE, timeLeft } from '../output/progress.ts';

/** A score is looked at again no more often: it takes some milliseconds. */
const LOOK_MS = 1000;
/** How often the lines of a terminal are written again. */
const TERMINAL_MS = 200;
/** Columns of a bar, and of the longest name before it. */
const BAR = 20;
const LONGEST_NAME = 32;

/** What is shown of one model. */
interface Shown {
  done: number;
  cost: number;
  score: string;
  lookedAt: number;
}

/**
 * A line per model on standard error, with a bar and its score so far, and below them what is not well at their endpoints;
 * without a terminal, a line now and then.
 * @param hints what a reader of a warning about answers can do
 */
export function liveProgress(
  tests: readonly WatchedTest[],
  feedback: Pick<EndpointFeedback, 'lines' | 'showBy'>,
  hints: PatternHints,
  stream: TerminalStream = process.stderr,
  now: () => number = () => performance.now(),
): LiveWatch {
  const models = tests.map(
    (): Shown => ({ done: 0, cost: 0, score: '', lookedAt: Number.NEGATIVE_INFINITY }),
  );
  const started = now();
  // Tests can grow.
  const totalOf = () => tests.reduce((sum, { length }) => sum + length, 0);
  const sumOf = (of: 'done' | 'cost') => models.reduce((sum, model) => sum + model[of], 0);
  const left = () => {
    const time = timeLeft(sumOf('done'), totalOf(), now() - started);
    return time === '' || sumOf('done') >= totalOf() ? '' : `${time} left`;
  };
  const count = (m: number, dollars: number) => {
    models[m].done++;
    models[m].cost += dollars;
  };
  const doubtText = (m: number, pattern: AnswerPattern, example: string) => {
    const words = firstAnswersWords(pattern, hints, example);
    const text = `${plainText(tests[m].model)}: ${words}\n`;
    return typedCommands(text, process.env);
  };

  if (stream.isTTY !== true) {
    let last = { share: 0, at: started };
    return {
      answered(m, dollars) {
        count(m, dollars);
        const share = sumOf('done') / totalOf();
        const isDue = share >= 1 || share - last.share >= LINE_SHARE || now() - last.at >= LINE_MS;
        if (!isDue) return;
        last = { share, at: now() };
        const parts = [
          `${Math.floor(100 * share)}% (${sumOf('done')} of ${totalOf()} answers)`,
          left(),
          moneyText(sumOf('cost')),
        ];
        stream.write(`${parts.filter((part) => part !== '').join(', ')}\n`);
      },
      changed: (change) => stream.write(`${changeText(change)}\n`),
      doubted: (m, pattern, example) => stream.write(doubtText(m, pattern, example)),
      stop() {},
    };
  }

  const block = liveBlock(stream);
  const width = Math.min(LONGEST_NAME, Math.max(...tests.map(({ model }) => model.length)));
  const lineOf = ({ model, length }: WatchedTest, m: number) => {
    const { done, cost, score } = models[m];
    const full = Math.round((BAR * Math.min(done, length)) / length);
    return [
      plainText(model).slice(0, width).padEnd(width),
      `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${done}/${length}`,
      score,
      moneyText(cost),
      left(),
    ]
      .filter((part) => part !== '')
      .join('  ');
  };
  let drawnAt = Number.NEGATIVE_INFINITY;
  let isOver = false;
  const draw = () => {
    if (isOver) return;
    drawnAt = now();
    // Where not all fits, what is not well goes first.
    block.show([...feedback.lines(), ...tests.map(lineOf)]);
  };
  feedback.showBy(draw);
  draw();
  return {
    answered(m, dollars) {
      count(m, dollars);
      if (now() - models[m].lookedAt >= LOOK_MS) {
        models[m].lookedAt = now();
        const score = tests[m].score();
        if (score !== null)
          models[m].score = `${decimal(score.score, 1)} (${intervalText(score, true)})`;
      }
      if (now() - drawnAt >= TERMINAL_MS) draw();
    },
    changed(change) {
      block.clear();
      stream.write(`${changeText(change)}\n`);
      draw();
    },
    doubted(m, pattern, example) {
      block.clear();
      stream.write(doubtText(m, pattern, example));
      draw();
    },
    stop() {
      isOver = true;
      block.clear();
    },
  };
}

/** Nothing where nothing was charged, such as without a known price. */
function moneyText(dollars: number): string {
  return dollars === 0 ? '' : money2(dollars);
}
