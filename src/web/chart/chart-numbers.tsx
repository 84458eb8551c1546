import { useState } from 'preact/hooks';
import { NONE } from '../format/number.ts';
import { t, tr } from '../words/t.ts';
import type { LineChartProps } from './line-chart.tsx';

/** Most rows: a chart of more values is told by as many of them, evenly spaced. */
const MOST = 60;

/** The numbers of a chart as a table, made when somebody opens it. */
export function ChartNumbers({
  title,
  x,
  y,
  values,
  series,
  marks = [],
}: Omit<LineChartProps, 'caption'>) {
  const [open, setOpen] = useState(false);
  const step = Math.max(1, Math.ceil(values.length / MOST));
  const shown = values.flatMap((_, k) => (k % step === 0 || k === values.length - 1 ? [k] : []));
  const cell = (value: number | null | undefined) =>
    value === null || value === undefined ? NONE : y.format(value);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {tr('Numbers<hidden> of {title}</hidden>', {
          hidden: (parts) => <span class="hidden">{parts}</span>,
          title,
        })}
      </summary>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys
        <section class="wide" tabIndex={0} aria-label={t('Numbers of {title}', { title })}>
          <table>
            <caption class="hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{x.label}</th>
                {series.flatMap(({ name, low }) => [
                  <th key={name} scope="col" class="right">
                    {name}
                  </th>,
                  ...(low === undefined
                    ? []
                    : [
                        <th key={`${name} band`} scope="col" class="right">
                          {t('from, to')}
                        </th>,
                      ]),
                ])}
              </tr>
            </thead>
            <tbody>
              {shown.map((k) => (
                <tr key={k}>
                  <th scope="row">{x.format(values[k])}</th>
                  {series.flatMap(({ name, values, low, high }) => [
                    <td key={name} class="right">
                      {cell(values[k])}
                    </td>,
                    ...(low === undefined
                      ? []
                      : [
                          <td key={`${name} band`} class="right">
                            {cell(low[k])}, {cell(high?.[k])}
                          </td>,
                        ]),
                  ])}
                </tr>
              ))}
            </tbody>
          </table>
          {marks.length > 0 && (
            <ul>
              {marks.map(({ name, x: at }) => (
                <li key={name}>
                  {name}: {x.format(at)}
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
    </details>
  );
}
