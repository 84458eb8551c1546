import { calibrate } from '../calibration/fit/calibrate.ts';
import { allToGrid } from '../item-bank/builtin/parameter-grid.ts';
import { encodeBank } from '../item-bank/format.ts';
import { randomNormal, randomStream } from '../src/random.ts';

const [FAMILIES, SISTERS, ITEMS] = [10, 3, 80];
const BANKS = ['mmlu-pro', 'cruxeval-o', 'ikp', 'swebench-verified', 'climedbench'];
const TAGS = ['category', 'scenario'];

/** Small simulated banks that studies read in place of the built-in ones: file names and contents. */
export function evidenceBanks(): Record<string, Uint8Array> {
  return Object.fromEntries(
    BANKS.map((name) => [`data/in-place/${name}.bank`, encodeBank(evidenceBank(name))]),
  );
}

function evidenceBank(name: string): Parameters<typeof encodeBank>[0] {
  const random = randomStream('corpus', 'evidence', name);
  const items = Array.from({ length: ITEMS }, (_, j) => `i${j}`);
  const difficulty = items.map(() => randomNormal(random));
  const families = Array.from({ length: FAMILIES * SISTERS }, (_, i) => `f${i % FAMILIES}`);
  const abilities = families.map((_, i) => -1 + (2 * i) / families.length);
  const scores = Float32Array.from(
    abilities.flatMap((ability) =>
      difficulty.map((b) => Number(random() < 0.2 + 0.8 / (1 + Math.exp(b - ability)))),
    ),
  );
  const responses = { examinees: families.map((family, i) => `${family}-${i}`), items, scores };
  const codes = Uint16Array.from(items, (_, j) => j % 4);
  return {
    ...{ name, version: 1, title: `${name}, a small bank`, simulated: name === 'climedbench' },
    provenance: { source: 'corpus/evidence-banks.ts', licence: 'MIT', notes: [] },
    ...{ items, responses, families, fullScore: 'items' },
    tags: Object.fromEntries(TAGS.map((tag) => [tag, { values: ['a', 'b', 'c', 'd'], codes }])),
    optionCounts: new Uint8Array(ITEMS).fill(4),
    parameters: allToGrid(calibrate(responses).parameters),
  };
}
