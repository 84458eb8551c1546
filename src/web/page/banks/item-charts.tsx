import { useMemo } from 'preact/hooks';
import type { ItemDetail } from '../../../api/banks.ts';
import { LineChart } from '../../chart/line-chart.tsx';
import { ability, fixed, percent } from '../../format/number.ts';
import { t } from '../../words/t.ts';
import { itemSeries } from './item-series.ts';

const abilityAxis = () => ({ label: t('Ability'), format: ability });

/** The response curve with what was observed, and where the item tells most. */
export function ItemCharts({ curve }: { curve: NonNullable<ItemDetail['curve']> }) {
  const { x, series } = useMemo(() => itemSeries(curve), [curve]);
  const information = useMemo(
    () => [{ name: t('Information'), values: curve.information }],
    [curve],
  );
  return (
    <div class="charts">
      <LineChart
        title={t('Response curve')}
        caption={t(
          'The probability of a right answer at each ability. Each circle is the share right of models of similar ability, with a 90% interval; most intervals should meet the line. The line was fitted to these answers, so new answers would fit less well.',
        )}
        x={abilityAxis()}
        y={{ label: t('Right answers'), format: percent, range: [0, 1] }}
        values={x}
        series={series}
      />
      <LineChart
        title={t('Information')}
        caption={t('How much an answer to this item tells about each ability.')}
        x={abilityAxis()}
        y={{ label: t('Information'), format: (value) => fixed(value, 2), range: [0, 0] }}
        values={curve.ability}
        series={information}
      />
    </div>
  );
}
