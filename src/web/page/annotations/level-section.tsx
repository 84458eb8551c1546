import type { AnnotationLevelReport, AnnotationView } from '../../../api/annotations.ts';
import { count, inPercent, percent } from '../../format/number.ts';
import { DataTable } from '../../part/data-table.tsx';
import { type Text, t } from '../../words/t.ts';
import { coefficient, labelName, levelName } from './label-words.ts';

/** What the agreement of models and people is of. */
const OF: Readonly<Record<AnnotationLevelReport['withPeople'][number]['of'], Text>> = {
  all: 'Agreement with people is over all items: each audited label stands for many that models agree on.',
  doubtful:
    'Agreement with people is only of the labels that models do not agree on, because no audited label is decided yet. Over all items it is mostly higher.',
  agreed:
    'Agreement with people is only of the labels that models agree on, because no other label is decided yet. Over all items it is mostly lower.',
};

/** Agreement, errors and confusions of one level. */
export function LevelSection({
  view,
  level,
}: {
  view: AnnotationView;
  level: AnnotationLevelReport;
}) {
  const name = levelName(view, level.level);
  const { agreed, audited, reviewed, wrong, conflicts, error } = level.agreedError;
  const people = t('experts||annotation');
  const tags = t('tags of the items||annotation');
  const pairs = [
    ...level.pairs,
    ...level.withPeople.map((pair) => ({ ...pair, second: people })),
    ...level.ratersWithTags.map((pair) => ({ ...pair, second: tags })),
    ...(level.withTags === null
      ? []
      : [{ ...level.withTags, first: t('labels that stand||annotation'), second: tags }]),
  ];
  const [ofPeople] = level.withPeople;
  return (
    <section>
      <h2>{name}</h2>
      <p>
        {t('Models agree on {agreed} of {entries}.', {
          agreed: count(agreed),
          entries: count(level.entries),
        })}{' '}
        {error === null
          ? t(
              'Error of the agreed labels: not known until experts review the {audited} of them that are in the queue.',
              { audited: count(audited) },
            )
          : t(
              'Error of the agreed labels: {value} (90% interval {low} to {high}; {wrong} of {reviewed} reviewed).',
              {
                value: inPercent(100 * error.value),
                low: inPercent(100 * error.low),
                high: inPercent(100 * error.high),
                wrong: count(wrong),
                reviewed: count(reviewed),
              },
            )}{' '}
        {error !== null &&
          conflicts > 0 &&
          t(
            '{n, plural, one {Experts differ on # audited label: it counts as right at the lower end and as wrong at the upper end.} other {Experts differ on # audited labels: they count as right at the lower end and as wrong at the upper end.}}',
            { n: conflicts },
          )}
      </p>
      <p>
        {t(
          'Labels that stand: {agreed} that models agree on ({auditing} of them wait for their audit), {people} by experts. Missing until experts review them: {missing}.',
          {
            agreed: count(level.labels.agreed),
            auditing: count(level.labels.auditing),
            people: count(level.labels.people),
            missing: count(level.labels.missing),
          },
        )}
      </p>
      {level.alpha !== null && (
        <p>{t('Krippendorff’s α of all: {value}', { value: coefficient(level.alpha) })}</p>
      )}
      {ofPeople !== undefined && <p>{t(OF[ofPeople.of])}</p>}
      {level.withTags !== null && (
        <p>{t('Tags of the items are those from when the annotation was made.')}</p>
      )}
      <DataTable
        caption={t('Agreement of {level}', { level: name })}
        layout="stacked"
        rows={pairs}
        keyOf={({ first, second }) => `${first}\n${second}`}
        empty={t('Only one label per item: nothing to compare.')}
        columns={[
          {
            name: t('Who||annotation'),
            kind: 'name',
            cell: ({ first, second }) => t('{first} and {second}', { first, second }),
          },
          { name: t('Items||annotation'), kind: 'number', cell: ({ items }) => count(items) },
          { name: t('The same||annotation'), kind: 'number', cell: ({ share }) => percent(share) },
          {
            name: t('Cohen’s κ (90% interval)'),
            kind: 'number',
            cell: ({ kappa }) => coefficient(kappa),
          },
        ]}
      />
      {level.confusions.length > 0 && (
        <DataTable
          caption={t('Labels that are taken for each other: {level}', { level: name })}
          layout="stacked"
          rows={level.confusions}
          keyOf={({ labels }) => JSON.stringify(labels)}
          columns={[
            {
              name: t('Labels||annotation'),
              kind: 'name',
              cell: ({ labels }) =>
                t('{first} and {second}', {
                  first: labelName(view, level.level, labels[0]),
                  second: labelName(view, level.level, labels[1]),
                }),
            },
            { name: t('Items||annotation'), kind: 'number', cell: ({ items }) => count(items) },
          ]}
        />
      )}
    </section>
  );
}
