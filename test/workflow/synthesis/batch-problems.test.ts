import { expect, test } from 'vitest';
import { problemsText } from '../../../src/operations/synthesize/batch/problems-text.ts';
import { BatchProblems } from '../../../src/workflow/synthesis/batch/batch-problems.ts';

test('what results say does not reach a terminal as commands', () => {
  const problems = new BatchProblems();
  problems.note('failed', 'results/a.jsonl:1: \u001b]0;owned\u0007\u001b[2Jerror\u009b31m');
  expect(problemsText(problems.found)).toContain(
    'results/a.jsonl:1: \uFFFD]0;owned\uFFFD\uFFFD[2Jerror',
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  expect(problemsText(problems.found)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  expect(JSON.stringify(problems.found)).not.toContain('u001b');
});
