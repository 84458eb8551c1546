/**
 * Makes the golden file of this folder from the recorded output of mirt:
 *
 *     node test/golden/polytomous/make.ts <oracles>
 *
 * where <oracles> holds `polytomous/`. Only what the tests read is kept: the answers, one string per examinee with a digit per item, the first
 * category 0; the fitted parameters; the log-likelihood; EAP scores of every fifth examinee.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const oracles = process.argv[2];
if (oracles === undefined) throw new Error('node test/golden/polytomous/make.ts <oracles>');

const table = (name: string) => {
  const lines = readFileSync(join(oracles, 'polytomous', `${name}.csv`), 'utf8')
    .trim()
    .split('\n');
  const [head, ...rows] = lines.map((line) =>
    line.split(',').map((cell) => cell.replaceAll('"', '')),
  );
  return { head, rows };
};
const summary = table('summary').rows.filter(([first]) => !first.startsWith('#'));
const answersOf = (data: string) => {
  const rows = table(data).rows.map((row) => row.map(Number));
  const least = rows[0].map((_, j) => Math.min(...rows.map((row) => row[j])));
  return rows.map((row) => row.map((score, j) => score - least[j]).join(''));
};
const fits = summary.map(([data, model, , , logLikelihood]) => {
  // Nominal items as mirt's own parameters, a1, ak and d; the others as a and b.
  const items = table(model === 'nominal' ? `${data}_${model}_raw` : `${data}_${model}`).rows;
  return {
    data,
    model,
    logLikelihood: Number(logLikelihood),
    items: items.map((row) => row.slice(1).map(Number)),
    eap: table(`${data}_${model}_eap`)
      .rows.filter((_, i) => i % 5 === 0)
      .map((row) => row.slice(1).map(Number)),
  };
});
const answers = Object.fromEntries(
  [...new Set(fits.map(({ data }) => data))].map((data) => [data, answersOf(data)]),
);
writeFileSync(join(import.meta.dirname, 'mirt.json'), `${JSON.stringify({ answers, fits })}\n`);
