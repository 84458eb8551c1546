import { availableParallelism } from 'node:os';
import type { Item } from '../../item-bank/items/item.ts';
import { fail } from '../errors.ts';
import { extractText } from '../scoring/extract/extract-text.ts';
import { type OutputScore, type ScoreOptions, scoreOutput } from '../scoring/score-output.ts';
import { mean } from '../statistics/mean.ts';
import { type ScorePrograms, scoreByProgram } from './score-program.ts';

/** Reads outputs as `scoreOutput`, perhaps on another thread. */
export type OutputReader = (
  ...given: Parameters<typeof scoreOutput>
) => OutputScore | Promise<OutputScore>;

/** Programs run at once; further answers wait. */
const AT_ONCE = Math.max(1, availableParallelism());
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Scores what a model said to an item: as `scoreOutput`, or by a program where the metric of the item is one. An empty output, a
 * refusal and thinking without an end score 0 and are shown to no program.
 * @throws SCORE_PROGRAM_UNKNOWN, SCORE_PROGRAM_FAILED
 */
export async function scoreReplies(
  item: Item,
  outputs: readonly string[],
  how: ScoreOptions,
  programs: ScorePrograms = {},
  signal?: AbortSignal,
  read: OutputReader = scoreOutput,
): Promise<OutputScore> {
  if ((item.type !== 'open' && item.type !== 'case') || item.metric?.name !== 'command')
    return read(item, outputs, how);
  const name = item.metric.program;
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (program === undefined)
    return fail('SCORE_PROGRAM_UNKNOWN', {
      program: name,
      where: `item ${item.id}`,
      known: Object.keys(programs),
    });
  const questions = item.type === 'open' ? [{ question: item.stem, answers: item.key }] : item.key;
  const turns = await Promise.all(
    questions.map(async ({ question, answers }, k): Promise<OutputScore> => {
      const found = extractText(outputs[k] ?? '', 'text');
      if (found.extracted === null) return { ...found, score: 0 };
      const input = { item: item.id, question, references: answers, answer: found.extracted };
      const score = await inTurn(() => scoreByProgram(name, program, input, signal));
      return { ...found, rule: 'command', score };
    }),
  );
  if (item.type === 'open') return turns[0];
  const answered = turns.filter(({ extracted }) => extracted !== null);
  return {
    ...(answered[0] ?? turns[0]),
    extracted:
      answered.length === 0 ? null : answered.map(({ extracted }) => extracted).join('\n\n'),
    score: mean(turns.map(({ score }) => score)),
    turns,
  };
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}
