import { DIF_METHODS, type DifMethod, shareWithInterval } from 'thetarank';
import type { Replicated } from '../../study.ts';
import { markdownTable } from '../../text.ts';
import {
  ALPHA,
  ARRANGEMENTS,
  type DifCell,
  type DifOutcome,
  FAMILY,
  GUESSING,
  HARD,
  ITEMS,
  type Kind,
  LEAK_FAMILIES,
  LEAK_ITEMS,
  LEAK_MODELS,
  LEAKED,
  type LeakCell,
  type LeakOutcome,
  SHARE,
  SHIFTS,
  SIZES,
} from './replicate.ts';

const NAMES: Readonly<Record<DifMethod, string>> = {
  'mantel-haenszel': 'Mantel-Haenszel',
  logistic: 'logistic',
  irt: 'IRT',
};

/** Power from which a study can be relied on, by custom. */
const ENOUGH = 0.8;

interface DifResults {
  readonly dif: readonly Replicated<DifCell, DifOutcome>[];
  readonly leak: Leaks;
}
type Leaks = readonly Replicated<LeakCell, LeakOutcome>[];

interface Cell extends DifCell {
  readonly runs: number;
  /** Shares of the items with DIF and of the others, by method. */
  readonly shares: (of: 'found' | 'flagged' | 'alarms' | 'falseFlags', method: DifMethod) => number;
  /** Share of false flags among all flags; null without any. */
  readonly falseShare: (method: DifMethod) => number | null;
}

/** .08 */
const share = (x: number) => x.toFixed(2).replace(/^0/, '');

/** docs/evidence/dif.md */
export function difPage({ dif, leak }: DifResults): string {
  const kept = dif.map(cellOf);
  return `# Evidence for DIF and contamination

How often does \`calibrate dif\` find an item that is harder for one of two groups of models, and how often does it name one that is not?
The truth is known because all answers are simulated.

${inShort(kept, leak)}

## The simulated banks

${ITEMS} items with two parameters: a lognormal(0, 0.3), b N(0, 1). Two groups of equal size, abilities N(0, 1) and N(−0.3, 1). ${100 * SHARE}% of the items
are harder for the second group, all by the same number of logits on the ability scale. Tests are purified; flags are after the correction of Benjamini and Hochberg
at .05. "p < .05" is before that correction: what a test of a single item would find. Models are independent, or come in families of ${FAMILY} within
one group: members have abilities within ±0.3 of each other, and share an effect per item of the standard deviation 0.5.

## Independent models

Shares of the items with DIF that are found (power), and of the other items (false alarms; .05 is intended before the correction).

${difTable(kept, 'independent')}

## Models in families of ${FAMILY}

The same banks twice: tested as if all models were independent, and with \`--families\` (${ARRANGEMENTS} arrangements of whole families).

### As if independent

${difTable(kept, 'ignored')}

### With families

${difTable(kept, 'allowed')}

## Contamination

${LEAK_ITEMS} items, ${LEAK_MODELS} models in families as above, guessing ${GUESSING}. One family, of average ability, has seen some of the items (drawn from all) and is right on
them in 90% of the cases. Hard items are those that a model has right with a probability below ${HARD}. A family is flagged after Holm's correction at .05. "Suspects seen" is the share of the suspects of that family, where it is flagged,
that it has seen. "p < .05" and "any false flag" are of families that have seen nothing.

${leakTable(leak)}

A family that has seen a large part of the bank looks able: its ability takes up what it has seen, and easy items that it has not seen then seem
missed. The test finds a minority of seen items in a family of several models. It finds neither a few items nor most of them.

## What this does not show

- All items with DIF favour the same group, so they also shift the matching score. With a share of 10% this matters little; if most
  items favour one group, no method can tell DIF from ability.
- Answers follow the curves but for the effects above. Recorded models have several abilities; their false alarms can be more.
- The groups differ by 0.3 in mean ability. Where they differ more, false alarms before the correction grow with the number of models, because total
  scores are not abilities: without any DIF and a difference of 1.5, in a check by hand with 500 models per group, .08 of the items with
  Mantel-Haenszel and .12 with logistic regression (.05 is intended); fewer than .01 were flagged after the correction. \`--item-date\`, where the
  groups can differ that much, has no evidence of its own.
- Families are all of one size, and every family lies in one group.
`;
}

function cellOf({ cell, results: own }: DifResults['dif'][number]): Cell {
  const sum = (value: (one: (typeof own)[number]) => number) =>
    own.reduce((total, one) => total + value(one), 0);
  return {
    ...cell,
    runs: own.length,
    shares: (of, method) => {
      const isDif = of === 'found' || of === 'flagged';
      return (
        sum(({ methods }) => methods[method][of]) /
        sum(({ items, withDif }) => (isDif ? withDif : items - withDif))
      );
    },
    falseShare: (method) => {
      const wrong = sum(({ methods }) => methods[method].falseFlags);
      const all = wrong + sum(({ methods }) => methods[method].flagged);
      return all === 0 ? null : wrong / all;
    },
  };
}

/** In the order of the tables: by shift, then by size. */
function cellsOf(cells: readonly Cell[], kind: Kind): Cell[] {
  return SHIFTS.flatMap((shift) =>
    cells.filter((cell) => cell.kind === kind && cell.shift === shift),
  );
}

function difTable(kept: readonly Cell[], kind: Kind): string {
  const rows = cellsOf(kept, kind).map((cell) => [
    cell.shift.toFixed(1),
    `${cell.perGroup}`,
    `${cell.runs}`,
    ...DIF_METHODS.map((method) => share(cell.shares('found', method))),
    ...DIF_METHODS.map((method) => share(cell.shares('flagged', method))),
    ...DIF_METHODS.map((method) => share(cell.shares('alarms', method))),
    ...DIF_METHODS.map((method) => {
      const wrong = cell.falseShare(method);
      return wrong === null ? '–' : share(wrong);
    }),
  ]);
  const heads = (what: string) => DIF_METHODS.map((method) => `${what}: ${NAMES[method]}:`);
  return markdownTable(
    [
      'logits:',
      'models per group:',
      'banks:',
      ...heads('power, p < .05'),
      ...heads('power, flagged'),
      ...heads('false alarms, p < .05'),
      ...heads('false share of flags'),
    ],
    rows,
  );
}

function inShort(kept: readonly Cell[], leaks: Leaks): string {
  const cells = cellsOf(kept, 'independent');
  const power = (cell: Cell, of: 'found' | 'flagged') =>
    Math.max(...DIF_METHODS.map((method) => cell.shares(of, method)));
  const said = (shift: number) => {
    const own = cells.filter((cell) => cell.shift === shift);
    const enough = own.find((cell) => power(cell, 'flagged') >= ENOUGH);
    return `- **${shift.toFixed(1)} logits**: the power of a Mantel-Haenszel test of one item (p < .05) is ${own
      .map((cell) => `${share(cell.shares('found', 'mantel-haenszel'))} with ${cell.perGroup}`)
      .join(
        ', ',
      )} models per group. ${enough === undefined ? `With up to ${Math.max(...SIZES)} models per group` : `Below ${enough.perGroup} models per group`} no method flags ${100 * ENOUGH}% of these items after the correction for ${ITEMS} items.`;
  };
  const worst = (kind: Kind) =>
    Math.max(
      ...cellsOf(kept, kind).flatMap((cell) =>
        DIF_METHODS.map((method) => cell.shares('alarms', method)),
      ),
    );
  const blind = cells.filter((cell) => power(cell, 'flagged') < 0.1);
  return [
    '## In short',
    '',
    ...SHIFTS.map(said),
    `- **No power**: ${blind.map((cell) => `${cell.perGroup} models per group and ${cell.shift.toFixed(1)} logits`).join('; ')}: fewer than one in ten of these items are flagged by any method. An empty list of flagged items then says nothing.`,
    `- **False alarms** (p < ${ALPHA}): at most ${share(worst('independent'))} with independent models. With families, at most ${share(worst('ignored'))} if they are taken as independent, and at most ${share(worst('allowed'))} with \`--families\`.`,
    leakShort(leaks),
  ].join('\n');
}

/** The best and the worst of the contamination table. */
function leakShort(leaks: Leaks): string {
  const of = (leaked: number, familySize: number, model: string) =>
    leaks.find(
      ({ cell }) =>
        cell.familySize === familySize && cell.leaked === leaked && cell.model === model,
    )?.results ?? [];
  const [small, large] = LEAK_FAMILIES;
  const found = (familySize: number) =>
    LEAKED.filter((leaked) => leaked > 0)
      .map((leaked) => {
        const own = of(leaked, familySize, '3pl');
        return `${share(own.filter((one) => one.found).length / own.length)} with ${100 * leaked}%`;
      })
      .join(', ');
  const worst = (model: string) =>
    Math.max(
      ...LEAK_FAMILIES.flatMap((familySize) =>
        LEAKED.map((leaked) => {
          const own = of(leaked, familySize, model);
          return own.filter((one) => one.false).length / own.length;
        }),
      ),
    );
  return `- **Contamination** has little power here: a family of ${small} models is found in ${found(small)} of the items seen, one of ${large} in ${found(large)} (3pl). What is named is mostly right: see "suspects seen". A clean family is flagged in at most ${share(worst('3pl'))} of the banks with \`--irt-model 3pl\`, and in up to ${share(worst('2pl'))} with 2pl, which does not know of guessing.`;
}

function leakTable(leaks: Leaks): string {
  const rows = leaks.map(({ cell: { familySize, leaked, model }, results: own }) => {
    const sum = (value: (one: (typeof own)[number]) => number) =>
      own.reduce((total, one) => total + value(one), 0);
    const suspects = sum((one) => one.suspects);
    const { value, low, high } = shareWithInterval(
      own.filter((one) => one.found).length,
      own.length,
    );
    return [
      `${familySize}`,
      `${100 * leaked}%`,
      model,
      `${own.length}`,
      leaked === 0 ? '–' : `${share(value)} (${share(low)}–${share(high)})`,
      suspects === 0 ? '–' : share(sum((one) => one.seen) / suspects),
      share(sum((one) => one.alarms) / sum((one) => one.others)),
      share(own.filter((one) => one.false).length / own.length),
    ];
  });
  return markdownTable(
    [
      'models per family:',
      'items seen:',
      '`--irt-model`',
      'banks:',
      'family found (95% interval):',
      'suspects seen:',
      'p < .05:',
      'any false flag:',
    ],
    rows,
  );
}
