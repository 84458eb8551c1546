import type { ShownBaseline } from '../../../api/humans.ts';
import { count, points } from '../../format/number.ts';
import { DataTable } from '../../part/data-table.tsx';
import { type Text, t } from '../../words/t.ts';

/** CMExam's names of its levels. */
const LEVELS: Readonly<Record<string, Text>> = {
  Easy: 'Easy',
  Manageable: 'Manageable',
  Moderate: 'Moderate',
  Difficult: 'Difficult',
  'Extra difficult': 'Extra difficult',
};

/** The questions by the level of difficulty that the accuracy of people implies. */
export function PeopleLevels({
  levels,
  model,
}: Pick<ShownBaseline, 'levels'> & { readonly model: string | undefined }) {
  return (
    <>
      <h3>{t('Difficulty by the accuracy of people')}</h3>
      <p class="faint">
        {t(
          'The five levels of CMExam. Where they end is not published; these fifths are thetarank’s.',
        )}
      </p>
      <DataTable
        caption={t('Difficulty by the accuracy of people')}
        layout="stacked"
        rows={levels.map((own, k) => ({ ...own, to: k === 0 ? null : levels[k - 1].from }))}
        keyOf={({ level }) => level}
        columns={[
          {
            name: t('Level'),
            cell: ({ level }) => (Object.hasOwn(LEVELS, level) ? t(LEVELS[level]) : level),
          },
          {
            name: t('Accuracy of people'),
            kind: 'number',
            cell: ({ from, to }) =>
              to === null
                ? t('{from}% and more', { from })
                : t('{from}% to below {to}%', { from, to }),
          },
          { name: t('Questions'), kind: 'number', cell: ({ items }) => count(items) },
          ...(model === undefined
            ? []
            : [
                {
                  name: model,
                  kind: 'number' as const,
                  cell: ({ scores }: { scores: (number | null)[] }) => points(scores[0]),
                },
              ]),
        ]}
      />
    </>
  );
}
