import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { extractAnswer } from '../../../src/scoring/extract/extract-answer.ts';
import type { ChoiceQuestion } from '../../../src/scoring/extract/extraction.ts';

interface Example {
  readonly rule: string;
  /** An output that this rule reads as B. */
  readonly output: string;
  /** What its question has beside five options, of which one is right. */
  readonly question?: Partial<ChoiceQuestion>;
}

/** In the order of extract-answer.ts. */
const EXAMPLES: readonly Example[] = [
  { rule: 'json', output: '{"answer": "B"}' },
  { rule: 'boxed', output: '\\boxed{B}' },
  { rule: 'statement', output: 'The answer is (B).' },
  { rule: 'reversed', output: 'B is the correct answer.' },
  { rule: 'corrected', output: 'Oops, I misread it. B is correct.' },
  { rule: 'further', output: 'The answer is B. B is also correct by symmetry.' },
  { rule: 'verdicts', output: 'A. no; B. yes; C. no; D. no; E. no' },
  {
    rule: 'called-wrong',
    output: 'Statement B is false, as whales breathe air.',
    question: { asksForWrong: true },
  },
  { rule: 'all-but', output: 'Everything but B is wrong.' },
  { rule: 'line', output: 'B' },
  { rule: 'named', output: 'It is B.' },
  { rule: 'the-one', output: 'The most likely diagnosis is (B).' },
  { rule: 'conclusion', output: 'Therefore, option B fits best.' },
  { rule: 'called-correct', output: 'Option B is correct.' },
  {
    rule: 'all',
    output: 'All except A are correct.',
    question: { type: 'multiple', options: 2 },
  },
  {
    rule: 'option-text',
    output: 'They met in Paris.',
    question: { optionTexts: ['Rome', 'Paris', 'Oslo', 'Bern', 'Cairo'] },
  },
  { rule: 'only-mention', output: 'Option B names the capital.' },
];
const FORMATS = readFileSync(new URL('../../../docs/formats.md', import.meta.url), 'utf8');

test.each(EXAMPLES)('$rule reads its example, and docs/formats.md explains it', (example) => {
  const question = { type: 'single', options: 5, ...example.question } as const;
  const read = extractAnswer(example.output, question);
  expect([read.extracted, read.rule]).toEqual(['B', example.rule]);
  expect(FORMATS).toMatch(new RegExp(`^\\|[^|]*\`${example.rule}\``, 'm'));
});
