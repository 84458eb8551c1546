import { count, decimal, percent } from '../../numbers.ts';
import { type ComparisonPlan, PLANNED_LOSSES } from '../../ranking/compare/comparison-plan.ts';
import { textTable } from '../../report/text-table.ts';

/** What a plan is about. */
export interface PlanFacts {
  readonly names: readonly string[];
  readonly bank: string;
  readonly size: number;
  readonly target: 'recorded' | 'expected';
  readonly confidence: number;
  readonly kinship: number;
  /** Names of models with known answers. */
  readonly recorded: readonly string[];
  /** Whether recorded answers have scores between 0 and 1, which vary less than the right and wrong answers that are planned for. */
  readonly hasFractions: boolean;
}

/** Which models a comparison would ask; nothing where it is all of them. */
function askedWords(names: readonly string[], recorded: readonly string[]): string {
  if (recorded.length === 0) return '';
  const asked = names.filter((name) => !recorded.includes(name));
  if (asked.length === 0)
    return ' All are recorded: nobody is asked, and all items can be compared.';
  const list = (of: readonly string[]) => `${of.join(' and ')} ${of.length === 1 ? 'is' : 'are'}`;
  return ` ${list(recorded)} recorded: only ${list(asked)} asked.`;
}

/** `--plan` as it is printed. */
export function planText(plan: ComparisonPlan, facts: PlanFacts): string {
  const { names, bank, size, target, confidence, kinship, recorded, hasFractions } = facts;
  const heading = [
    `${bank}: what comparing ${names.join(' and ')} can show, before anything is asked`,
    `A loss of the ${target} score${target === 'expected' ? ` on items like these ${count(size)}` : ` on these ${count(size)} items`}, with ${percent(confidence)} one-sided confidence.${askedWords(names, recorded)}`,
    `Expected: the models differ on ${percent(plan.differing)} of the items (kinship ${decimal(kinship, 2)}: the correlation of their answers beyond ability, an assumption). More alike, they need fewer items: --kinship. What answers show on the way is not counted.`,
    ...(hasFractions
      ? [
          'Planned for right and wrong answers. Scores between 0 and 1 vary less, so smaller losses are found, with fewer items, than is said here.',
        ]
      : []),
  ].join('\n');
  const lengths = textTable(
    [
      { head: 'items', align: 'right' },
      { head: 'loss found (power 80%)', align: 'right' },
      { head: 'at random', align: 'right' },
      ...PLANNED_LOSSES.map((loss) => ({ head: `power, ${loss} pt`, align: 'right' as const })),
    ],
    plan.lengths.map((row) => [
      count(row.items),
      decimal(row.detectable, 1),
      decimal(row.detectableAtRandom, 1),
      ...row.power.map((power, k) => `${percent(power)} (${percent(row.powerAtRandom[k])})`),
    ]),
  );
  const needed = textTable(
    [
      { head: 'loss' },
      { head: 'items needed', align: 'right' },
      { head: 'random items', align: 'right' },
      { head: 'saved', align: 'right' },
    ],
    plan.needed.map(({ loss, items, random }) => [
      `${loss} ${loss === 1 ? 'point' : 'points'}`,
      items === null ? 'more than the bank' : count(items),
      random === null ? 'more than the bank' : count(random),
      items === null || random === null ? '–' : percent(1 - items / random),
    ]),
  );
  return `${heading}\n\n${lengths}\nIn brackets and "at random": the same number of random items that both models are asked.\n\n${needed}`;
}
