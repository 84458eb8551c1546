import { join } from 'node:path';
import { TEXT_FOR_JUDGES } from '../../evaluation/judging.ts';
import { toCsv, writeFileWhole } from '../../files/write/write.ts';
import { writeTexts } from '../../files/write/write-texts.ts';
import type { RunAnswer } from '../../run/run-record.ts';
import { TOO_LONG } from '../../scoring/absent.ts';
import { METRICS } from '../../scoring/metrics/metrics.ts';
import type { LiveResult } from '../../workflow/live/live-result.ts';
import { randomColumns } from './ranking-files.ts';

const COLUMNS = [
  ...[
    'rank',
    'model',
    'score',
    'low',
    'high',
    'verified',
    'alarm',
    'ability',
    'se',
    'atBound',
    'place',
  ],
  ...['bestPlace', 'worstPlace', 'actual', 'items', 'right', 'shareRight'],
  ...['shareExpected', 'residual', 'stopped'],
] as const;
/** The interval of the expected score, and the score that places are of. */
const EXPECTED = ['expectedLow', 'expectedHigh', 'target'] as const;
/** How far scores rest on the calibration, and which tests grew. */
const TRUST = [
  'misfit',
  'randomItems',
  'randomScore',
  'randomLow',
  'randomHigh',
  'grewFrom',
  'grewWhy',
] as const;
/** Answers with replies of earlier runs. */
const REUSED = 'reused';
const USE = ['refused', 'cached', 'promptTokens', 'completionTokens', 'cost'] as const;
/** The other answers that are not there, and questions longer than the context. */
const ABSENT = ['unread', 'truncated', 'tooLong'] as const;

/**
 * Writes the files; what models said, which may repeat the questions, only with `outputs`.
 * @param answers by examinee and place
 */
export async function writeLive(
  folder: string,
  result: LiveResult,
  answers: AsyncIterable<RunAnswer>,
  outputs: boolean,
): Promise<void> {
  const rows = result.models.map((model) => [
    ...COLUMNS.map((column) => (model as unknown as Record<string, string | number>)[column]),
    ...USE.map((column) => model.use[column]),
    ...[model.expected.low, model.expected.high, result.target, model.use.reused],
    ...[model.misfit, ...Object.values(randomColumns(model.ownRandom))],
    ...[model.growth?.from, model.growth?.why],
    ...[
      Object.values(model.use.unread).reduce((sum, n) => sum + n, 0),
      model.use.truncated,
      model.use.tooLong ?? 0,
    ],
    ...(result.costs === undefined ? [] : [model.testCost]),
  ]);
  const priced = result.costs === undefined ? [] : ['testCost'];
  const texts = {
    'leaderboard.csv': toCsv(
      [...COLUMNS, ...USE, ...EXPECTED, REUSED, ...TRUST, ...ABSENT, ...priced],
      rows,
    ),
    'result.json': `${JSON.stringify(result, null, 2)}\n`,
  };
  for (const [file, text] of Object.entries(texts)) writeFileWhole(join(folder, file), text);
  await writeTexts(
    join(folder, 'answers.jsonl'),
    answerLines(answers, outputs, new Set(result.pretest?.items)),
  );
}

/** Answers as JSON Lines, those to pretest items marked; what models said only with `outputs`. */
export async function* answerLines(
  answers: AsyncIterable<RunAnswer>,
  outputs: boolean,
  pretest: ReadonlySet<string>,
): AsyncGenerator<string> {
  for await (const answer of answers) {
    const mark = pretest.has(answer.item) ? { pretest: true } : {};
    // No score counts a question that is too long.
    const none = answer.reason === TOO_LONG ? { score: null } : {};
    yield `${JSON.stringify({ ...(outputs ? answer : withoutText(answer)), ...none, ...mark })}\n`;
  }
}

const LETTERS = /^[A-Z]+$/;

/** An answer without what was said. The answer to an open question is a part of that, or all of it. */
function withoutText({ output: _, thinking: __, extracted, ...facts }: RunAnswer) {
  // Of a rubric it is what judges said of the answer, of a cosine how similar it is.
  const isText =
    extracted !== null &&
    facts.rule !== 'rubric' &&
    facts.rule !== 'cosine' &&
    (Object.hasOwn(METRICS, facts.rule) ||
      facts.rule === TEXT_FOR_JUDGES ||
      !LETTERS.test(extracted));
  return isText ? facts : { ...facts, extracted };
}
