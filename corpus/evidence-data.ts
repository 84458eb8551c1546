import { gzipSync } from 'node:zlib';
import { calibrate } from '../calibration/fit/calibrate.ts';
import { allToGrid } from '../item-bank/builtin/parameter-grid.ts';
import { encodeBank } from '../item-bank/format.ts';
import { randomNormal, randomStream } from '../src/random.ts';

const [FAMILIES, SISTERS, ITEMS] = [10, 3, 80];
const BANKS = ['mmlu-pro', 'cruxeval-o', 'ikp', 'swebench-verified', 'climedbench'];
const MATRICES = ['arc_challenge', 'legalbench', 'ikp', 'math'];
const TAGS = ['category', 'scenario'];
const ids = Array.from({ length: ITEMS }, (_, j) => `i${j}`);
const families = Array.from({ length: FAMILIES * SISTERS }, (_, i) => `f${i % FAMILIES}`);
const examinees = families.map((family, i) => `${family}-${i}`);

/** Small simulated banks and answers that studies read in place of the built-in and recorded ones: file names and contents. */
export function evidenceData(): Record<string, string | Uint8Array> {
  const banks = BANKS.map((name) => [`data/in-place/${name}.bank`, encodeBank(evidenceBank(name))]);
  const matrices = MATRICES.map((name) => [
    `data/matrices/${name}/responses.csv.gz`,
    gzipSync(csvOf(scoresOf(name))),
  ]);
  const models = examinees.map((name, i) => `${name},${families[i]},${2024 + (i % 3)}-01-31`);
  const rows = ['examinee,family,released', ...models].join('\n');
  return {
    ...Object.fromEntries([...banks, ...matrices]),
    'data/matrices/algotune/responses.csv.gz': gzipSync(
      csvOf(
        scoresOf('algotune', 4)
          .slice(0, 12)
          .map((row) => row.slice(0, 25)),
      ),
    ),
    'data/matrices/algotune/examinees.csv': rows,
    'data/matrices/ikp/examinees.csv': rows,
    'data/matrices/ikp/items.csv': `item,flagged\n${ids.map((id, j) => `${id},${j % 9 === 0 ? 1 : ''}`).join('\n')}`,
    'data/mmlu_pro/responses.csv': csvOf(scoresOf('mmlu-pro')),
    ...questions(),
    'oracles/calibration/LSAT7.csv': csvOf(scoresOf('lsat')).replaceAll(/^[^,]+,/gm, ''),
  };
}

/** Simulated scores, a row for each examinee. @param steps of a score */
function scoresOf(name: string, steps = 1): number[][] {
  const random = randomStream('corpus', 'evidence', name);
  const difficulty = ids.map(() => randomNormal(random));
  return families.map((_, i) => {
    const ability = -1 + (2 * i) / families.length;
    const draw = (b: number) => Number(random() < 0.2 + 0.8 / (1 + Math.exp(b - ability)));
    return difficulty.map(
      (b) => Array.from({ length: steps }, () => draw(b)).reduce((x, y) => x + y) / steps,
    );
  });
}

const csvOf = (scores: readonly (readonly number[])[]): string =>
  [
    `examinee,${ids.slice(0, scores[0].length)}`,
    ...scores.map((row, i) => `${examinees[i]},${row}`),
  ].join('\n');

/** Questions of ten options, and what the weaker half of the models wrote. */
function questions(): Record<string, string | Uint8Array> {
  const options = JSON.stringify(Array.from('0123456789', (digit) => `about ${digit}`));
  const key = (j: number) => 'ABCDEFGHIJ'[j % 10];
  const items = ids.map(
    (id, j) => `${id},${key(j)},How many in ${id}?,"${options.replaceAll('"', '""')}"`,
  );
  const outputs = scoresOf('mmlu-pro')
    .slice(0, examinees.length / 2)
    .flatMap((row, i) =>
      row.map((score, j) =>
        JSON.stringify({
          ...{ model: examinees[i], item: ids[j] },
          output: `The answer is (${key(score === 1 ? j : i + j + 1)}).`,
        }),
      ),
    );
  return {
    'data/mmlu_pro/items.csv': ['item,answer,question,options', ...items].join('\n'),
    'data/mmlu_pro/outputs_1500.jsonl.gz': gzipSync(outputs.join('\n')),
  };
}

function evidenceBank(name: string): Parameters<typeof encodeBank>[0] {
  const items = ids;
  const scores = Float32Array.from(scoresOf(name).flat());
  const responses = { examinees, items, scores };
  const codes = Uint16Array.from(items, (_, j) => j % 4);
  return {
    ...{ name, version: 1, title: `${name}, a small bank`, simulated: name === 'climedbench' },
    provenance: { source: 'corpus/evidence-data.ts', licence: 'MIT', notes: [] },
    ...{ items, responses, families, fullScore: 'items' },
    tags: Object.fromEntries(TAGS.map((tag) => [tag, { values: ['a', 'b', 'c', 'd'], codes }])),
    optionCounts: new Uint8Array(ITEMS).fill(4),
    parameters: allToGrid(calibrate(responses).parameters),
  };
}
