/**
 * Makes the golden files of this folder from the recorded adaptive tests of catR:
 *
 *     node test/golden/cat/make.ts <oracles>
 *
 * where <oracles> holds `cat/bank500_items.csv`, `cat/bank500_responses.csv.gz`, `cat/catR_J500_ML.json`, `cat/catR_J500_EAP33.json` and
 * `scoring/catR_nextItem.json`. Only what the tests read is kept; item numbers are turned into positions from 0.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

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

const rowsOfAnswers = gunzipSync(readFileSync(join(oracles, 'cat', 'bank500_responses.csv.gz')))
  .toString()
  .trim()
  .split('\n')
  .map((row) => row.replaceAll(',', ''));
/** What an examinee answers to every item: bits, the first item highest, as hexadecimal digits. */
const packed = (answers: string) =>
  answers.replace(/.{1,4}/g, (bits) => Number.parseInt(bits.padEnd(4, '0'), 2).toString(16));

const golden = {
  programs: { R: '4.2.2', catR: ml.version },
  bank: { a: column(0), b: column(1), c: column(2) },
  ml: ml.examinees.map((examinee) => ({ ...test(examinee), path: examinee.theta_path })),
  eap: eap.examinees.map(test),
  answers: rowsOfAnswers.map(packed),
};
writeFileSync(join(import.meta.dirname, 'catr-tests.json'), `${JSON.stringify(golden)}\n`);

interface CatrSelections {
  readonly bank: readonly { readonly a: number; readonly b: number; readonly c: number }[];
  readonly selections: readonly {
    readonly case: number;
    readonly criterion: string;
    readonly theta: number;
    readonly out: readonly number[];
    readonly x: readonly (0 | 1)[];
    readonly item: number;
    readonly value: number;
  }[];
}

const recorded: CatrSelections = JSON.parse(
  readFileSync(join(oracles, 'scoring', 'catR_nextItem.json'), 'utf8'),
);
const states = [...new Set(recorded.selections.map((one) => one.case))].map((number) => {
  const own = recorded.selections.filter((one) => one.case === number);
  const [{ theta, out, x }] = own;
  return {
    theta,
    items: out.map((item) => item - 1),
    answers: x.join(''),
    picks: Object.fromEntries(
      own.map(({ criterion, item, value }) => [criterion, { item: item - 1, value }]),
    ),
  };
});
const selections = {
  programs: golden.programs,
  bank: {
    a: recorded.bank.map(({ a }) => a),
    b: recorded.bank.map(({ b }) => b),
    c: recorded.bank.map(({ c }) => c),
  },
  states,
};
writeFileSync(join(import.meta.dirname, 'catr-selections.json'), `${JSON.stringify(selections)}\n`);
