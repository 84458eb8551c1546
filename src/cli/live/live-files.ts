import { join } from 'node:path';
import { toCsv, writeFileWhole } from '../../files/write.ts';
import type { RunAnswer } from '../../run/run-record.ts';
import type { LiveResult } from './live-result.ts';

/** What `rank --model --out` writes. */
export const LIVE_FILES = ['leaderboard.csv', 'result.json', 'answers.jsonl'] as const;

const COLUMNS = [
  ...['rank', 'model', 'score', 'low', 'high', 'verified', 'alarm', 'ability', 'se', 'place'],
  ...['bestPlace', 'worstPlace', 'actual', 'items', 'shareRight', 'stopped'],
] as const;
const USE = ['refused', 'cached', 'promptTokens', 'completionTokens', 'cost'] as const;

/** Writes the files; what models said, which may repeat the questions, only with `outputs`. */
export function writeLive(
  folder: string,
  result: LiveResult,
  answers: ReadonlyMap<string, readonly RunAnswer[]>,
  outputs: boolean,
): void {
  const rows = result.models.map((model) => [
    ...COLUMNS.map((column) => (model as unknown as Record<string, string | number>)[column]),
    ...USE.map((column) => model.use[column]),
  ]);
  const texts = {
    'leaderboard.csv': toCsv([...COLUMNS, ...USE], rows),
    'result.json': `${JSON.stringify(result, null, 2)}\n`,
    'answers.jsonl': [...answers.values()]
      .flatMap((own) => [...own].sort((x, y) => x.place - y.place))
      .map((answer) => `${JSON.stringify(outputs ? answer : withoutText(answer))}\n`)
      .join(''),
  };
  for (const [file, text] of Object.entries(texts)) writeFileWhole(join(folder, file), text);
}

const LETTERS = /^[A-Z]+$/;
/** The rule by which open questions are read. */
const OPEN = 'exact-match';

/** An answer without what was said. The answer to an open question is a part of that, or all of it. */
function withoutText({ output: _, thinking: __, extracted, ...facts }: RunAnswer) {
  const isText = extracted !== null && (facts.rule === OPEN || !LETTERS.test(extracted));
  return isText ? facts : { ...facts, extracted };
}
