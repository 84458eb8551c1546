import type { RatingReportReply } from '../../../api/ratings.ts';
import { listed } from '../../format/marks.ts';
import { count, fixed, interval, percent } from '../../format/number.ts';
import { Await } from '../../part/await.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';
import { aspectWords } from './aspect-words.ts';
import { SeverityTables } from './severity-tables.tsx';

type Measured = RatingReportReply['agreement'][number]['exact'];
type Means = Readonly<Record<string, number | null>>;

const ranged =
  (show: (value: number | null | undefined) => string) =>
  ({ value, low, high }: Measured) =>
    low === null || high === null
      ? show(value)
      : t('{value} ({interval})', { value: show(value), interval: interval(low, high, show) });
const figure = (value: number | null | undefined) => fixed(value, 2);
const inRange = ranged(figure);
const shareInRange = ranged(percent);

/** How raters of a panel agree with each other and with judging models, by aspect. */
export function AgreementSection({ path, panel }: { path: string; panel: string }) {
  const report = useResource<RatingReportReply>(
    `${path}/report`,
    {},
    (event) => event.type === 'panel' && event.panel === panel,
  );
  return (
    <section aria-labelledby="agreement">
      <h2 id="agreement">{t('Agreement')}</h2>
      <Await of={report} what={t('the agreement')}>
        {(found) =>
          found.ratings === 0 ? <p class="note">{t('No ratings yet.')}</p> : <Tables of={found} />
        }
      </Await>
    </section>
  );
}

function Tables({ of }: { of: RatingReportReply }) {
  const aspects = of.agreement.map(({ aspect }) => aspect);
  return (
    <>
      <p class="faint">
        {t(
          'Intervals in brackets: 90%, over items. With more than two raters, κ and ρ are means over their pairs.',
        )}
      </p>
      <h3>{t('Raters with each other')}</h3>
      <DataTable
        caption={t('Raters with each other')}
        rows={of.agreement}
        keyOf={({ aspect }) => aspect}
        columns={[
          { name: t('Aspect'), cell: ({ aspect }) => aspectWords(aspect) },
          { name: t('Answers'), kind: 'number', cell: ({ answers }) => count(answers) },
          { name: t('Equal grades'), kind: 'close', cell: ({ exact }) => shareInRange(exact) },
          { name: 'κ', kind: 'close', cell: ({ kappa }) => inRange(kappa) },
          { name: t('Quadratic κ'), kind: 'close', cell: ({ quadratic }) => inRange(quadratic) },
          { name: t('Krippendorff’s α'), kind: 'close', cell: ({ alpha }) => inRange(alpha) },
          { name: t('Spearman’s ρ'), kind: 'close', cell: ({ spearman }) => inRange(spearman) },
        ]}
      />
      {of.pairs.length > 0 && (
        <details>
          <summary>{t('Each pair of raters')}</summary>
          <DataTable
            caption={t('Each pair of raters')}
            rows={of.pairs}
            keyOf={({ aspect, first, second }) => JSON.stringify([aspect, first, second])}
            columns={[
              {
                name: t('Raters'),
                cell: ({ first, second }) => listed([first, second]),
              },
              { name: t('Aspect'), cell: ({ aspect }) => aspectWords(aspect) },
              { name: t('Answers'), kind: 'number', cell: ({ answers }) => count(answers) },
              { name: t('Equal grades'), kind: 'number', cell: ({ exact }) => percent(exact) },
              { name: 'κ', kind: 'number', cell: ({ kappa }) => figure(kappa) },
              {
                name: t('Quadratic κ'),
                kind: 'number',
                cell: ({ quadratic }) => figure(quadratic),
              },
              {
                name: t('Spearman’s ρ'),
                kind: 'number',
                cell: ({ spearman }) => figure(spearman),
              },
            ]}
          />
        </details>
      )}
      {of.judges.length > 0 && (
        <>
          <h3>{t('Mean of the raters with judging models')}</h3>
          <DataTable
            caption={t('Mean of the raters with judging models')}
            rows={of.judges}
            keyOf={({ judge, aspect }) => JSON.stringify([judge, aspect])}
            columns={[
              { name: t('Judge'), cell: ({ judge }) => judge },
              { name: t('Aspect'), cell: ({ aspect }) => aspectWords(aspect) },
              { name: t('Answers'), kind: 'number', cell: ({ answers }) => count(answers) },
              { name: t('Pearson’s r'), kind: 'close', cell: ({ pearson }) => inRange(pearson) },
              { name: t('Spearman’s ρ'), kind: 'close', cell: ({ spearman }) => inRange(spearman) },
              {
                name: t('Quadratic κ'),
                kind: 'close',
                cell: ({ quadratic }) => inRange(quadratic),
              },
            ]}
          />
        </>
      )}
      <MeansTable
        caption={t('Mean grades of raters')}
        who={t('Rater')}
        aspects={aspects}
        rows={of.raters.map(({ name, rated, means }) => ({ name, answers: rated, means }))}
      />
      <MeansTable
        caption={t('Mean grades of models')}
        who={t('Model')}
        aspects={aspects}
        rows={of.models.map(({ model, answers, means }) => ({ name: model, answers, means }))}
      />
      <SeverityTables of={of.severity} />
    </>
  );
}

function MeansTable({
  caption,
  who,
  aspects,
  rows,
}: {
  caption: string;
  who: string;
  aspects: readonly string[];
  rows: readonly { readonly name: string; readonly answers: number; readonly means: Means }[];
}) {
  return (
    <>
      <h3>{caption}</h3>
      <DataTable
        caption={caption}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { name: who, cell: ({ name }) => name },
          { name: t('Answers'), kind: 'number', cell: ({ answers }) => count(answers) },
          ...aspects.map((aspect) => ({
            name: aspectWords(aspect),
            kind: 'number' as const,
            cell: ({ means }: { means: Means }) => figure(means[aspect] ?? null),
          })),
        ]}
      />
    </>
  );
}
