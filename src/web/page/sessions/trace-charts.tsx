import { useMemo } from 'preact/hooks';
import type { SessionSummary, Trace } from '../../../api/sessions.ts';
import { LineChart } from '../../chart/line-chart.tsx';
import { ability, count, points } from '../../format/number.ts';
import { traceSeries, verifiedWords } from './trace-series.ts';

const ANSWERS = { label: 'Answers', format: count, whole: true };

interface TraceChartsProps {
  readonly session: Pick<SessionSummary, 'calibration'>;
  readonly places: Trace['places'];
}

/** How the estimate moved: the predicted score and the ability after each answer, with their bands. */
export function TraceCharts({ session, places }: TraceChartsProps) {
  const { answers, ability: abilities, score } = useMemo(() => traceSeries(places), [places]);
  const scores = useMemo(() => [{ name: 'Score and 90% interval', ...score }], [score]);
  const lines = useMemo(() => [{ name: 'Ability and 90% band', ...abilities }], [abilities]);
  if (answers.length === 0)
    return <p class="note">No estimate yet. It starts with the first answers.</p>;
  return (
    <div class="charts">
      {score.values.some((value) => value !== null) && (
        <LineChart
          title="Predicted score"
          caption={`The predicted score on the whole bank after each answer, with its 90% interval. ${verifiedWords(places)}Each interval is valid by itself; over a whole test, at least one of them misses more often than one time in ten.`}
          x={ANSWERS}
          y={{ label: 'Score, points', format: points }}
          values={answers}
          series={scores}
        />
      )}
      {abilities.values.some((value) => value !== null) && (
        <LineChart
          title="Ability"
          caption={`${
            session.calibration === null
              ? 'On the scale of the recorded models: 0 is the average model, 1 is one standard deviation above it.'
              : `On the scale of calibration ${session.calibration}, where its own examinees have mean 0 and standard deviation 1; the recorded models of the bank may be elsewhere.`
          } The band is ±1.64 standard errors.`}
          x={ANSWERS}
          y={{ label: 'Ability', format: ability }}
          values={answers}
          series={lines}
        />
      )}
    </div>
  );
}
