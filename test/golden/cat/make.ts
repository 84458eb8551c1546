/**
 * Makes the golden file of this folder from the recorded adaptive tests of catR:
 *
 *     node test/golden/cat/make.ts <oracles>
 *
 * where <oracles> holds `cat/bank500_items.csv`, `cat/catR_J500_ML.json` and `cat/catR_J500_EAP33.json`. Only what the
 * tests read is kept; item numbers are turned into positions from 0.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface CatrTests {
  readonly version: string;
  readonly examinees: readonly {
    readonly items: readonly number[];
    readonly responses: readonly (0 | 1)[];
    readonly theta_path: readonly number[];
    readonly theta: number;
    readonly se: number;
  }[];
}

const oracles = process.argv[2];
if (oracles === undefined) throw new Error('usage: node test/golden/cat/make.ts <oracles>');
const read = (name: string) => readFileSync(join(oracles, 'cat', name), 'utf8');

const [header, ...rows] = read('bank500_items.csv').trim().split('\n');
if (header !== 'a,b,c') throw new Error(`bank500_items.csv: found the header ${header}`);
const cells = rows.map((row) => row.split(',').map(Number));
const column = (k: number) => cells.map((row) => row[k]);

const ml: CatrTests = JSON.parse(read('catR_J500_ML.json'));
const eap: CatrTests = JSON.parse(read('catR_J500_EAP33.json'));
const test = ({ items, responses, theta, se }: CatrTests['examinees'][number]) => ({
  items: items.map((number) => number - 1),
  answers: responses.join(''),
  theta,
  se,
});

const golden = {
  programs: { R: '4.2.2', catR: ml.version },
  bank: { a: column(0), b: column(1), c: column(2) },
  ml: ml.examinees.map((examinee) => ({ ...test(examinee), path: examinee.theta_path })),
  eap: eap.examinees.map(test),
};
writeFileSync(join(import.meta.dirname, 'catr-tests.json'), `${JSON.stringify(golden)}\n`);
