import { count, decimal, percent } from '../../numbers.ts';
import { PLANNED_LOSSES } from '../../ranking/compare/comparison-plan.ts';
import type { Told } from '../../report/document.ts';
import { plainTable } from '../../report/plain-table.ts';
import type { Reading } from '../operation.ts';
import { typedCommand } from '../typed-command.ts';
import { type CompareOptions, compareOptions } from './options.ts';
import type { ComparePlan, PlanFacts } from './run-compare.ts';

/** What a comparison can show before anything is asked. */
export function planDocument(
  { result, items }: ComparePlan,
  { given, ...reading }: Reading<CompareOptions>,
): Told {
  const { names, bank, size, target, confidence, recorded, lengths, needed } = result;
  const own = (changed: Readonly<Record<string, unknown>>) =>
    typedCommand('compare', compareOptions, { ...given, ...changed }, reading);
  const isBeyond = target === 'expected' && needed.some((row) => row.items === null);
  return {
    title: `${bank}: what comparing ${names.join(' and ')} can show, before anything is asked`,
    lead: `${bank}: what comparing ${names.join(' and ')} can show, before anything is asked. A loss of the ${target} score${target === 'expected' ? ` on items like these ${count(size)}` : ` on these ${count(size)} items`}, with ${percent(confidence)} one-sided confidence.${askedWords(names, recorded)}`,
    sections: [
      {
        heading: 'By number of items',
        table: plainTable(
          [
            'items',
            'loss found (power 80%)',
            'at random',
            ...PLANNED_LOSSES.map((loss) => `power, ${loss} pt`),
          ],
          lengths.map((row) => [
            count(row.items),
            decimal(row.detectable, 1),
            decimal(row.detectableAtRandom, 1),
            ...row.power.map((power, k) => `${percent(power)} (${percent(row.powerAtRandom[k])})`),
          ]),
        ),
        paragraphs: [
          'In brackets and "at random": the same number of random items that both models are asked.',
        ],
      },
      {
        heading: 'By loss',
        table: plainTable(
          ['loss', 'items needed', 'random items', 'saved'],
          needed.map(({ loss, items, random }) => [
            `${loss} ${loss === 1 ? 'point' : 'points'}`,
            items === null ? 'more than the bank' : count(items),
            random === null ? 'more than the bank' : count(random),
            items === null || random === null ? null : percent(1 - items / random),
          ]),
        ),
        paragraphs: assumptions(result),
      },
    ],
    next: `with --items of your choice: ${own({ items, plan: undefined })}${
      isBeyond
        ? `; or the same plan for the scores on this bank alone, which need fewer items: ${own({ target: 'recorded' })}`
        : ''
    }`,
  };
}

function assumptions({ differing, kinship, hasFractions }: ComparePlan['result']): string[] {
  return [
    `Expected: the models differ on ${percent(differing)} of the items (kinship ${decimal(kinship, 2)}: the correlation of their answers beyond ability, an assumption). More alike, they need fewer items: --kinship. What answers show on the way is not counted.`,
    ...(hasFractions
      ? [
          'Planned for right and wrong answers. Scores between 0 and 1 vary less, so smaller losses are found, with fewer items, than is said here.',
        ]
      : []),
  ];
}

/** Which models a comparison would ask; nothing where it is all of them. */
function askedWords(names: PlanFacts['names'], recorded: PlanFacts['recorded']): string {
  if (recorded.length === 0) return '';
  const asked = names.filter((name) => !recorded.includes(name));
  if (asked.length === 0)
    return ' All are recorded: nobody is asked, and all items can be compared.';
  const list = (of: readonly string[]) => `${of.join(' and ')} ${of.length === 1 ? 'is' : 'are'}`;
  return ` ${list(recorded)} recorded: only ${list(asked)} asked.`;
}
