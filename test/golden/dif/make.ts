/**
 * Makes the golden file of this folder from the recorded output of R:
 *
 *     node test/golden/dif/make.ts <oracles>
 *
 * where <oracles> holds `dif/responses.csv` and `dif/mantelhaen_glm.csv`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const oracles = process.argv[2];
if (oracles === undefined) throw new Error('node test/golden/dif/make.ts <oracles>');
const rowsOf = (name: string) =>
  readFileSync(join(oracles, 'dif', name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')));
const [, ...answers] = rowsOf('responses.csv');
const [columns, ...items] = rowsOf('mantelhaen_glm.csv');
const out = {
  program: 'R 4.2.2: mantelhaen.test, glm',
  // Group and answers of each examinee.
  groups: answers.map(([, group]) => group).join(''),
  answers: answers.map(([, , ...scores]) => scores.join('')),
  items: items.map((cells) =>
    Object.fromEntries(columns.map((name, k) => [name, k === 0 ? cells[k] : Number(cells[k])])),
  ),
};
writeFileSync(join(import.meta.dirname, 'mantelhaen-glm.json'), `${JSON.stringify(out)}\n`);
