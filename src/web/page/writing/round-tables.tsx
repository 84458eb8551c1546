import type { WritingFigures } from '../../../api/writing.ts';
import { count, fixed, percent } from '../../format/number.ts';
import { DataTable } from '../../part/data-table.tsx';
import { t } from '../../words/t.ts';
import { KIND_WORDS } from './writing-words.ts';

/** What came of each round, and which issues it had: what the feedback changed. */
export function RoundTables({ figures }: { figures: readonly WritingFigures[] }) {
  const ready = figures.filter(({ readyAt }) => readyAt !== null);
  if (ready.length === 0) return null;
  const decided = ready.filter((one) => one.decided > 0);
  const kinds = [...new Set(decided.flatMap((one) => one.kinds.map(({ kind }) => kind)))];
  const number = (name: string, of: (row: WritingFigures) => string) => ({
    ...{ name, kind: 'number' as const, cell: of },
  });
  return (
    <section>
      <h2>{t('Rounds')}</h2>
      <DataTable
        caption={t('Rounds')}
        rows={ready}
        keyOf={({ round }) => round}
        layout="stacked"
        columns={[
          number(t('Round'), (row) => count(row.round)),
          number(t('Questions'), (row) => count(row.questions)),
          number(t('Failed'), (row) => count(row.failed)),
          number(t('Flagged'), (row) => count(row.flagged)),
          number(t('Decided'), (row) => count(row.decided)),
          number(t('Accepted'), (row) => count(row.accepted)),
          number(t('Accepted, of the decided (95% interval)'), rateText),
          number(t('Precision of the auditor'), (row) => percent(row.precision)),
          number(t('Recall of the auditor'), (row) => percent(row.recall)),
          number(t('κ of the experts'), (row) => fixed(row.kappa, 2)),
        ]}
      />
      <h3>{t('Issues by round')}</h3>
      <DataTable
        caption={t('Issues by round')}
        rows={kinds}
        keyOf={(kind) => kind}
        layout="stacked"
        empty={t('No issue in decided questions yet.')}
        columns={[
          { name: t('Issue'), kind: 'name', cell: (kind) => t(KIND_WORDS[kind]) },
          ...decided.map((one) => ({
            name: t('Round {round}: auditor, relevant, experts', { round: one.round }),
            kind: 'number' as const,
            cell: (kind: WritingFigures['kinds'][number]['kind']) => {
              const own = one.kinds.find((row) => row.kind === kind);
              return own === undefined ? '0, 0, 0' : `${own.raised}, ${own.relevant}, ${own.named}`;
            },
          })),
        ]}
      />
    </section>
  );
}

function rateText({ rate }: WritingFigures): string {
  if (rate === null) return '–';
  const [share, low, high] = [rate.share, rate.low, rate.high].map(percent);
  return t('{share} ({low} to {high})', { share, low, high });
}
