import { useMemo } from 'preact/hooks';
import type { SessionSummary, Trace } from '../../../api/sessions.ts';
import { LineChart } from '../../chart/line-chart.tsx';
import { ability, count, points } from '../../format/number.ts';
import { t } from '../../words/t.ts';
import { traceSeries, verifiedWords } from './trace-series.ts';

/** The x axis of both. */
const answersAxis = () => ({ label: t('Answers'), format: count, whole: true });

interface TraceChartsProps {
  readonly session: Pick<SessionSummary, 'calibration'>;
  readonly places: Trace['places'];
}

/** How the estimate moved: the predicted score and the ability after each answer, with their bands. */
export function TraceCharts({ session, places }: TraceChartsProps) {
  const { answers, ability: abilities, score } = useMemo(() => traceSeries(places), [places]);
  const scores = useMemo(() => [{ name: t('Score and 90% interval'), ...score }], [score]);
  const lines = useMemo(() => [{ name: t('Ability and 90% band'), ...abilities }], [abilities]);
  if (answers.length === 0)
    return <p class="note">{t('No estimate yet. It starts with the first answers.')}</p>;
  return (
    <div class="charts">
      {score.values.some((value) => value !== null) && (
        <LineChart
          title={t('Predicted score')}
          caption={[
            t('The predicted score on the whole bank after each answer, with its 90% interval.'),
            verifiedWords(places),
            t(
              'Each interval is valid by itself; over a whole test, at least one of them misses more often than one time in ten.',
            ),
          ]
            .filter(Boolean)
            .join(t(' ||between sentences'))}
          x={answersAxis()}
          y={{ label: t('Score, points'), format: points }}
          values={answers}
          series={scores}
        />
      )}
      {abilities.values.some((value) => value !== null) && (
        <LineChart
          title={t('Ability')}
          caption={
            session.calibration === null
              ? t(
                  'On the scale of the recorded models: 0 is the average model, 1 is one standard deviation above it. The band is ±1.64 standard errors.',
                )
              : t(
                  'On the scale of calibration {calibration}, where its own examinees have mean 0 and standard deviation 1; the recorded models of the bank may be elsewhere. The band is ±1.64 standard errors.',
                  { calibration: `${session.calibration}` },
                )
          }
          x={answersAxis()}
          y={{ label: t('Ability'), format: ability }}
          values={answers}
          series={lines}
        />
      )}
    </div>
  );
}
