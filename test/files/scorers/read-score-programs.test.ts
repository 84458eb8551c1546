import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readScorePrograms } from '../../../src/files/scorers/read-score-programs.ts';
import { temporaryFolder } from '../temporary.ts';

const file = join(temporaryFolder(), 'scorers.yaml');
const read = (text: string) => {
  writeFileSync(file, text);
  return readScorePrograms(file);
};

test('programs by name, with ten seconds if nothing else is said', () => {
  expect(
    read('judge:\n  argv: [/opt/judge, --strict]\nunits: { argv: [/opt/units], seconds: 2 }\n'),
  ).toEqual({
    judge: { argv: ['/opt/judge', '--strict'], seconds: 10 },
    units: { argv: ['/opt/units'], seconds: 2 },
  });
});

test.each([
  ['judge:\n  argv: [judge]\n', 'line 2: found judge.argv'],
  ['judge:\n  argv: []\n', 'line 2: found judge.argv'],
  ['judge:\n  argv: [/opt/judge]\n  seconds: 0\n', 'line 3: found judge.seconds'],
  ['judge:\n  argv: [/opt/judge]\n  shell: true\n', 'found judge ('],
  ['../judge:\n  argv: [/opt/judge]\n', 'found ../judge ('],
  ['[]', 'found no object ('],
])('%j is refused', (text, message) => {
  expect(() => read(text)).toThrow(message);
});
