import { DIF_METHODS, type DifMethod, shareWithInterval } from 'thetarank';
import type { Replicated } from '../../study.ts';
import { markdownTable } from '../../text.ts';
import {
  ARRANGEMENTS,
  type DifCounts,
  type DifOutcome,
  FAMILY,
  type FamilyCell,
  GROUP_RUNS,
  type GroupsCell,
  GUESSING,
  HARD,
  ITEMS,
  LEAK_FAMILIES,
  LEAK_ITEMS,
  LEAK_MODELS,
  LEAKED,
  type LeakCell,
  type LeakOutcome,
  SD_LOG_A,
  SHARE,
  SHIFT,
} from './replicate.ts';

const NAMES: Readonly<Record<DifMethod, string>> = {
  'mantel-haenszel': 'Mantel-Haenszel',
  logistic: 'logistic',
  irt: 'IRT',
};

interface DifResults {
  readonly groups: readonly Replicated<GroupsCell, DifOutcome>[];
  readonly families: readonly Replicated<FamilyCell, DifOutcome>[];
  readonly leak: Leaks;
}
type Leaks = readonly Replicated<LeakCell, LeakOutcome>[];

/** .08 */
const share = (x: number) => x.toFixed(2).replace(/^0/, '');

/** docs/evidence/dif.md */
export function difPage({ groups, families, leak }: DifResults): string {
  return `# Evidence for DIF and contamination

How often does \`calibrate dif\` find an item that is harder for one of two groups of models, and how often does it name one that is not?
The truth is known because all answers are simulated.

## In short

${groupsShort(groups)}
${leakShort(leak)}

## The simulated banks

Difficulties are N(0, 1), abilities N(0, 1) in the reference group. ${100 * SHARE}% of the items are harder for the focal group, all by the same number of
logits on the ability scale. Tests are purified; flags are after the correction of Benjamini and Hochberg at .05.

## Independent models

Slopes are lognormal(0, ${SD_LOG_A}). "Apart" is the difference of the groups in mean ability. "Banks with a false flag" counts banks in which an item without DIF is flagged: at most .05 is
intended where no item has DIF. Power is the share of the items with DIF that are flagged. "Before" is of the first ${GROUP_RUNS} of these banks with examinees matched by their number of
right answers, and an IRT test without guessing.

${groupsTable(groups)}

## Models in families of ${FAMILY}

${ITEMS} items with slopes lognormal(0, .3), of which ${100 * SHARE}% are harder by ${SHIFT}; groups .3 apart. Members of a family are in one group, have abilities within ±0.3 of each other, and share an effect per item of the standard
deviation 0.5. The same banks twice: as if all models were independent, and with \`--families\` (${ARRANGEMENTS} arrangements of whole families). "p < .05" is before the correction for many items.

${familiesTable(families)}

## Contamination

${LEAK_ITEMS} items, ${LEAK_MODELS} models in families as above, guessing ${GUESSING}. One family, of average ability, has seen some of the items (drawn from all) and is right on
them in 90% of the cases. Hard items are those that a model has right with a probability below ${HARD}. A family is flagged after Holm's correction at .05. "Suspects seen" is the share of the suspects of that family, where it is flagged,
that it has seen. "p < .05" and "any false flag" are of families that have seen nothing.

${leakTable(leak)}

A family that has seen a large part of the bank looks able: its ability takes up what it has seen, and easy items that it has not seen then seem
missed. The test finds a minority of seen items in a family of several models. It finds neither a few items nor most of them.

## What this does not show

- All items with DIF favour the same group, so they also shift the ability that examinees are matched by. With a share of ${100 * SHARE}% this matters little; if most
  items favour one group, no method can tell DIF from ability.
- Answers follow the curves but for the effects above. Recorded models have several abilities; their false alarms can be more.
- \`--item-date\`, where each examinee is in both groups, has no evidence of its own.
- Families are all of one size, and every family lies in one group.
`;
}

/** The first banks as before matching by abilities: banks with a false flag, and power, by method. */
const BEFORE: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  '30,30/60/0.25/1/0': [
    [0.04, 0],
    [0.12, 0],
    [0.12, 0],
  ],
  '30,30/60/0.25/1/0.6': [
    [0.12, 0.007],
    [0.08, 0.013],
    [0.08, 0.007],
  ],
  '100,100/60/0.25/1/0': [
    [0.04, 0],
    [0.08, 0],
    [0.04, 0],
  ],
  '100,100/60/0.25/1/0.6': [
    [0, 0.007],
    [0.04, 0.007],
    [0.08, 0],
  ],
  '50,450/60/0.25/1/0': [
    [0.08, 0],
    [0.04, 0],
    [0.04, 0],
  ],
  '50,450/60/0.25/1/0.6': [
    [0.12, 0.007],
    [0.16, 0.02],
    [0.12, 0.007],
  ],
  '500,500/60/0.2/1/0': [
    [0.08, 0],
    [0.52, 0],
    [0.36, 0],
  ],
  '500,500/60/0.2/1/0.6': [
    [0.12, 0.24],
    [0.72, 0.333],
    [0.52, 0.26],
  ],
  '250,250/10/0.25/1/0': [
    [0.2, 0],
    [0.2, 0],
    [0.04, 0],
  ],
  '250,250/10/0.25/1/0.6': [
    [0.24, 0.24],
    [0.28, 0.36],
    [0.08, 0.08],
  ],
  '100,100/200/0.25/1/0': [
    [0.04, 0],
    [0.28, 0],
    [0.16, 0],
  ],
  '100,100/200/0.25/1/0.6': [
    [0.04, 0.004],
    [0.04, 0.012],
    [0.04, 0.004],
  ],
  '250,250/60/0/0/0': [
    [0, 0],
    [0.04, 0],
    [0, 0],
  ],
  '250,250/60/0/0/0.6': [
    [0.16, 0.333],
    [0.2, 0.28],
    [0.2, 0.307],
  ],
};

const meanOf = (results: readonly DifOutcome[], value: (one: DifOutcome) => number) =>
  results.reduce((sum, one) => sum + value(one), 0) / results.length;
const heads = (what: string) => DIF_METHODS.map((method) => `${what}: ${NAMES[method]}:`);

const powerOf = (results: readonly DifOutcome[], method: DifMethod) =>
  meanOf(results, ({ methods, withDif }) => methods[method].flagged / withDif);
/** The fewest of the designs. */
const FEW_ITEMS = 10;

function groupsShort(groups: DifResults['groups']): string {
  const free = groups.filter(({ cell }) => cell.shift === 0);
  const banks = free.flatMap(({ results }) => results);
  const isFalse = (method: DifMethod) => (one: DifOutcome) =>
    Number(one.methods[method].falseFlags > 0);
  const worst = free
    .flatMap(({ cell, results }) =>
      DIF_METHODS.map((method) => ({
        cell,
        results,
        method,
        value: meanOf(results, isFalse(method)),
      })),
    )
    .reduce((most, one) => (one.value > most.value ? one : most));
  const short = groups.filter(({ cell }) => cell.items === FEW_ITEMS && cell.shift !== 0);
  const power = Math.max(
    ...short.flatMap(({ results }) => DIF_METHODS.map((method) => powerOf(results, method))),
  );
  const few = short.length === 0 ? '' : ` With ${FEW_ITEMS} items it is at most ${share(power)}.`;
  const said = DIF_METHODS.map((method) => {
    const { value, low, high } = shareWithInterval(
      banks.filter(isFalse(method)).length,
      banks.length,
    );
    return `${NAMES[method]} in ${share(value)} (${share(low)}–${share(high)})`;
  });
  const most = shareWithInterval(
    worst.results.filter(isFalse(worst.method)).length,
    worst.results.length,
  );
  return `- **False alarms**: of ${banks.length} banks without DIF, most of them with groups of different ability, an item is flagged by ${said.join(', ')}; .05 is intended. The highest rate in a row of the table is ${share(most.value)} (${share(most.low)}–${share(most.high)}), by ${NAMES[worst.method]} with ${worst.cell.perGroup.join(' and ')} models, of ${worst.results.length} banks.
- **Power** is small with few models: see the table.${few} An empty list of flagged items then says nothing.`;
}

function groupsTable(groups: DifResults['groups']): string {
  const rows = groups.map(({ cell, results }) => {
    const change = (k: number, of: 0 | 1, value: (one: DifCounts, bank: DifOutcome) => number) => {
      const before = BEFORE[Object.values(cell).join('/')]?.[k][of];
      const now = share(meanOf(results, (one) => value(one.methods[DIF_METHODS[k]], one)));
      return before === undefined ? now : `${share(before)} → ${now}`;
    };
    return [
      cell.perGroup.join(', '),
      `${cell.items}`,
      cell.guessing === 0 ? 'none' : share(cell.guessing),
      `${cell.impact}`,
      cell.shift === 0 ? 'none' : share(cell.shift),
      `${results.length}`,
      ...DIF_METHODS.map((_, k) => change(k, 0, ({ falseFlags }) => Number(falseFlags > 0))),
      ...DIF_METHODS.map((_, k) =>
        cell.shift === 0 ? '–' : change(k, 1, ({ flagged }, { withDif }) => flagged / withDif),
      ),
    ];
  });
  return markdownTable(
    [
      'models per group:',
      'items:',
      'guessing:',
      'apart:',
      'DIF:',
      'banks:',
      ...heads('banks with a false flag, before → now'),
      ...heads('power, before → now'),
    ],
    rows,
  );
}

function familiesTable(families: DifResults['families']): string {
  const rows = families.map(({ cell, results }) => [
    `${cell.perGroup}`,
    cell.isAllowedFor ? '`--families`' : 'independent',
    ...DIF_METHODS.map((method) => share(powerOf(results, method))),
    ...DIF_METHODS.map((method) =>
      share(
        meanOf(
          results,
          ({ methods, items, withDif }) => methods[method].alarms / (items - withDif),
        ),
      ),
    ),
  ]);
  return markdownTable(
    [
      'models per group:',
      'taken as',
      ...heads('power, flagged'),
      ...heads('false alarms, p < .05'),
    ],
    rows,
  );
}

/** The best and the worst of the contamination table. */
function leakShort(leaks: Leaks): string {
  const of = (leaked: number, familySize: number) =>
    leaks.find(({ cell }) => cell.familySize === familySize && cell.leaked === leaked)?.results ??
    [];
  const [small, large] = LEAK_FAMILIES;
  const found = (familySize: number) =>
    LEAKED.filter((leaked) => leaked > 0)
      .map((leaked) => {
        const own = of(leaked, familySize);
        return `${share(own.filter((one) => one.found).length / own.length)} with ${100 * leaked}%`;
      })
      .join(', ');
  const worst = Math.max(
    ...LEAK_FAMILIES.flatMap((familySize) =>
      LEAKED.map((leaked) => {
        const own = of(leaked, familySize);
        return own.filter((one) => one.false).length / own.length;
      }),
    ),
  );
  return `- **Contamination** has little power here: a family of ${small} models is found in ${found(small)} of the items seen, one of ${large} in ${found(large)}. What is named is mostly right: see "suspects seen". A clean family is flagged in at most ${share(worst)} of the banks.`;
}

function leakTable(leaks: Leaks): string {
  const rows = leaks.map(({ cell: { familySize, leaked }, results: own }) => {
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
      'banks:',
      'family found (95% interval):',
      'suspects seen:',
      'p < .05:',
      'any false flag:',
    ],
    rows,
  );
}
