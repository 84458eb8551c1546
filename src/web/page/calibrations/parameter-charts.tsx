import { useMemo } from 'preact/hooks';
import type { CalibrationDetail } from '../../../api/banks.ts';
import { LineChart } from '../../chart/line-chart.tsx';
import { ability, fixed } from '../../format/number.ts';
import { type Text, t } from '../../words/t.ts';

const PARAMETERS: readonly (readonly ['a' | 'b' | 'c', Text, Text])[] = [
  ['b', 'Difficulty b', 'The ability at which a model is halfway between guessing and knowing.'],
  [
    'a',
    'Discrimination a',
    'How sharply the item distinguishes models above its difficulty from those below.',
  ],
  ['c', 'Guessing c', 'The share of right answers of models that only guess.'],
];

/** Quantiles of the parameters over all items. */
export function ParameterCharts({ distributions }: Pick<CalibrationDetail, 'distributions'>) {
  return (
    <>
      <h2>{t('Parameters of the items')}</h2>
      <div class="charts">
        {PARAMETERS.filter(([name]) => !isFlat(distributions[name])).map(
          ([name, title, caption]) => (
            <Quantiles
              key={name}
              title={t(title)}
              caption={t(caption)}
              values={distributions[name]}
            />
          ),
        )}
      </div>
      {PARAMETERS.map(([name, title]) => {
        const [value] = distributions[name];
        if (value === undefined || !isFlat(distributions[name])) return null;
        return (
          <p key={name}>
            {t('{parameter} is {value} for every item.', {
              parameter: t(title),
              value: ability(value),
            })}
          </p>
        );
      })}
    </>
  );
}

/** Of what is the same for all items there is nothing to draw. */
const isFlat = (values: readonly number[]) => values.every((value) => value === values[0]);

function Quantiles({
  title,
  caption,
  values,
}: {
  title: string;
  caption: string;
  values: readonly number[];
}) {
  const shares = useMemo(() => values.map((_, k) => (100 * k) / (values.length - 1)), [values]);
  const series = useMemo(() => [{ name: title, values }], [title, values]);
  return (
    <LineChart
      title={title}
      caption={`${caption}${t(' ||between sentences')}${t('The line shows the percentage of items below each value.')}`}
      x={{ label: t('Items, %'), format: (value) => fixed(value, 0) }}
      y={{ label: title, format: ability }}
      values={shares}
      series={series}
    />
  );
}
