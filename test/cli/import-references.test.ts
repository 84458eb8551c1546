import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommandSync } from '../command/run-command.ts';
import { temporaryFolder } from '../files/temporary.ts';

const folder = temporaryFolder();
const env = { THETARANK_DATABASE: join(folder, 'store.db') };
const about = ['--source', 'made up', '--licence', 'MIT', '--language', 'en'];

test('open questions that no answer could get right are left out, with the reason', () => {
  const lines = [
    { id: 'long', question: 'How long is it?', reference: '4.2 m', metric: 'numeric-match' },
    { id: 'wide', question: 'How wide is it?', reference: 'rather', metric: 'numeric-match' },
    { id: 'order', question: 'In which order?', reference: 'A', metric: 'kendall' },
    { id: 'found', question: 'What is found?', reference: '; ;', metric: 'label-f1' },
  ];
  const file = join(folder, 'items.jsonl');
  writeFileSync(file, lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const ran = runCommandSync(['bank', 'import', file, '--name', 'open', '--json', ...about], {
    env,
  });
  const json = JSON.parse(ran.stdout);
  expect(ran.status).toBe(9);
  expect(json).toMatchObject({ read: 4, accepted: 1, rejected: 3, added: 1 });
  expect(json.files[0].rejects).toEqual([
    {
      where: 'line 2',
      reason: 'reference: "rather" cannot score 1 by numeric-match: it has no number, or several',
    },
    {
      where: 'line 3',
      reason: 'reference: "A" cannot score 1 by kendall: it has fewer than two elements to order',
    },
    { where: 'line 4', reason: 'reference: "; ;" cannot score 1 by label-f1: it has no label' },
  ]);
  const strict = runCommandSync(
    ['bank', 'import', file, '--name', 'other', '--all-or-nothing', ...about],
    { env },
  );
  const found = expect.stringMatching(/"rather" .* 1 by numeric-match/);
  const details = { where: 'line 2', found };
  expect(strict).toMatchObject({ status: 2, error: { code: 'FILE_INVALID', details } });
});
