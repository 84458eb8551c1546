import { jackknifeError, NORMAL_90 } from 'thetarank';
import { figure, markdownTable, plural } from '../../text.ts';
import {
  CUT,
  DATA,
  INNER_FOLDS,
  type Measured,
  PLAIN,
  RANDOM_SHARE,
  ROBUST,
  type Row,
} from './measure.ts';

/** The strategy that ratios are of: random items under the same model. */
const BASE = 'graded, random';
const ADAPTIVE = 'graded, adaptive';
const BINARY = 'binary, adaptive';

/** docs/evidence/graded-tests.md */
export function gradedTestsPage(measured: readonly Measured[]): string {
  return `# Evidence for adaptive tests on graded scores

Models whose items are scored 0, ½, 1 or by degrees get a short test; from it their score on the whole bank is predicted. Do tests that choose items by information err
less than random items, and do their 90% intervals hold? All tests are of recorded models, on calibrations without their families.

## In short

${measured.map(inShort).join('\n')}

## How

- *${RANDOM_SHARE * 100}% random*: each item is drawn at random with that chance, and otherwise chosen by information.
- *graded*: the model of the items (graded, gpcm or beta) is the one that predicts left-out families best, within each calibration.
- *binary*: a 2PL of scores of at least ${CUT}, with the same predicted score: an answer on each side counts as the mean of the recorded scores there.
- *${PLAIN}*: the mean of the same random items, with the interval of a random sample.
- *${ROBUST}*: robust tests of \`rank\`, to which a score of 0.5 is half a right answer, with its own folds of whole families.
- *Error*: root mean square, in points of the score on the whole bank. *÷ random*: divided by the error of *${BASE}*, with a 90% interval by the jackknife over families.
- *Hold*: share of 90% intervals that hold, ± its standard error by the same jackknife. Their width was learned from families left out of the calibration (${INNER_FOLDS} folds), before the model was tested.
- *Misfit*: the standard deviation that intervals add for what the model misses, for a test of no items at all, in points.

With all items asked the predicted score is the recorded one, without error.

${measured.map(section).join('\n\n')}

## Where adaptive tests are not better, and why

Random items are a fair sample of the bank: what one ability misses differs from item to item and averages out. Chosen items need not be one, and what is missed in them is carried to the
items not asked. ${measured.map(misfitSentence).join(' ')} Information also rewards large slopes, and with few models in the calibration the largest are partly
errors (van der Linden & Glas 2000, Applied Measurement in Education 13, 35–53). The farther apart the models are, the more an item at the right level says that a random one does not: see the standard deviations of recorded scores above.

## What limits this

- One split into folds, and few families. Models of one family resemble each other, and with the six families of AlgoTune the jackknife's intervals are rough.
- A calibration on AlgoTune has 11 to 17 models. These are too few to verify the width of intervals, which are then never narrower than those of a normal error.
- One ability for a model. What it misses is part of the intervals, but items are chosen as if it did not exist.
- Recorded scores count as they are: those of IKP are a judge's, those of AlgoTune are of one run each, whose time varies.
`;
}

const squared = (row: Row, rows: readonly number[]) =>
  rows.reduce((sum, i) => sum + row.squares[i], 0) / rows.length;

/** A statistic of the examinees, with its standard error by the jackknife over families. */
function withError(families: readonly string[], statistic: (rows: readonly number[]) => number) {
  const all = [...families.keys()];
  const without = [...new Set(families)].map((family) =>
    statistic(all.filter((i) => families[i] !== family)),
  );
  return { value: statistic(all), error: jackknifeError(without) };
}

interface Compared {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

function compared({ families }: Measured, row: Row, base: Row): Compared {
  const { value, error } = withError(
    families,
    (rows) => 0.5 * Math.log(squared(row, rows) / squared(base, rows)),
  );
  const reach = NORMAL_90 * error;
  return { ratio: Math.exp(value), low: Math.exp(value - reach), high: Math.exp(value + reach) };
}

const find = ({ rows }: Measured, strategy: string, items: number) =>
  rows.find((row) => row.strategy === strategy && row.items === items)!;
const lengthsOf = ({ rows }: Measured) => [...new Set(rows.map(({ items }) => items))];

function verdict(bank: Measured, strategy: string, base: string): string {
  const better: string[] = [];
  const worse: string[] = [];
  const open: string[] = [];
  const ratios = lengthsOf(bank).map((items) => {
    const { ratio, low, high } = compared(
      bank,
      find(bank, strategy, items),
      find(bank, base, items),
    );
    (high < 1 ? better : low > 1 ? worse : open).push(`${items}`);
    return ratio;
  });
  const parts = [
    ...(better.length > 0 ? [`clearly less with ${listed(better)} items`] : []),
    ...(worse.length > 0 ? [`clearly more with ${listed(worse)} items`] : []),
    ...(open.length > 0 ? [`not clearly different with ${listed(open)} items`] : []),
  ];
  return `${parts.join(', ')} (${ratios.map((ratio) => figure(ratio, 2)).join(', ')} times the error)`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function holding(bank: Measured, strategy: string): string {
  const shares = bank.rows
    .filter((row) => row.strategy === strategy)
    .map((row) => Math.round((100 * sum(row.held)) / row.held.length));
  return `${Math.min(...shares)} to ${Math.max(...shares)}%`;
}

function inShort(bank: Measured): string {
  return `- **${bank.name}**, ${bank.families.length} models, ${bank.items} items, lengths ${listed(lengthsOf(bank).map(String))}:
  - Adaptive graded tests err, against random items under the same model: ${verdict(bank, ADAPTIVE, BASE)}.
  - Against the plain mean of random items: ${verdict(bank, ADAPTIVE, PLAIN)}.
  - Against adaptive tests of right and wrong answers: ${verdict(bank, ADAPTIVE, BINARY)}.
${againstRobust(bank)}  - 90% intervals of adaptive graded tests hold in ${holding(bank, ADAPTIVE)}.`;
}

/** Empty while robust tests are not measured. */
function againstRobust(bank: Measured): string {
  if (!bank.rows.some(({ strategy }) => strategy === ROBUST)) return '';
  return `  - Against robust tests of \`rank\`: ${verdict(bank, ADAPTIVE, ROBUST)}.\n`;
}

/** How the misfit of adaptive tests compares with that of random ones, by the mean over lengths. */
function misfitSentence(bank: Measured): string {
  const of = (strategy: string) => {
    const own = bank.rows.filter((row) => row.strategy === strategy);
    return sum(own.map(({ misfit }) => misfit ?? 0)) / own.length;
  };
  const [chosen, random] = [of(ADAPTIVE), of(BASE)];
  const size = chosen > random ? 'larger' : 'not larger';
  return `On ${bank.name}, with ${bank.families.length} models, the misfit of adaptive tests is ${size} than that of random items (${figure(chosen, 1)} and ${figure(random, 1)} points, mean over lengths).`;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function section(bank: Measured): string {
  const { families, rows, choices } = bank;
  const { folds, levels } = DATA.find(({ name }) => name === bank.name)!;
  const chosen = [...new Set(choices.map(({ model }) => model))].map((model) => {
    const own = choices.filter((choice) => choice.model === model);
    return `${model} in ${own.length} (${own.filter(({ isClear }) => isClear).length} clearly)`;
  });
  const table = rows.map((row) => {
    const base = find(bank, BASE, row.items);
    const { ratio, low, high } = compared(bank, row, base);
    const held = withError(families, (some) => sum(some.map((i) => row.held[i])) / some.length);
    return [
      row.strategy,
      `${row.items}`,
      figure(Math.sqrt(sum(row.squares) / row.squares.length), 2),
      figure(sum(row.errors) / row.errors.length, 2),
      row === base ? '1' : `${figure(ratio, 2)} (${figure(low, 2)}–${figure(high, 2)})`,
      `${Math.round(100 * held.value)}% ± ${figure(100 * held.error, 0)}`,
      figure(sum(row.widths) / row.widths.length, 1),
      figure(row.misfit, 1),
    ];
  });
  return `## ${bank.name}: ${families.length} models, ${bank.items} items, ${levels} levels

${plural(new Set(families).size, 'family', 'families')} in ${folds} folds; ${plural(bank.draws, 'draw')} of random items for each model. Recorded scores have a standard deviation of ${figure(bank.spread, 1)} points. Model chosen, of ${folds} folds: ${chosen.join(', ')}.

${markdownTable(
  ['strategy', 'items:', 'error:', 'bias:', '÷ random (90%):', 'hold:', 'width:', 'misfit:'],
  table,
)}`;
}
