import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { labelled, withNote } from '../format/marks.ts';
import { interval } from '../format/number.ts';
import { useColourTurn } from '../state/theme.ts';
import { t } from '../words/t.ts';
import { ChartNumbers } from './chart-numbers.tsx';
import { pageColours } from './colours.ts';
import { Legend } from './legend.tsx';
import { plotData } from './plot-data.ts';
import { plotOptions } from './plot-options.ts';
import type { Axis, Mark, Series } from './plot-types.ts';
import { useWidth } from './use-width.ts';

const HEIGHT = 260;

export interface LineChartProps {
  readonly title: string;
  /** How to read it, in a sentence. */
  readonly caption: string;
  readonly x: Axis;
  readonly y: Axis;
  /** Ascending. */
  readonly values: readonly number[];
  readonly series: readonly Series[];
  /** Small lines on the x axis, and what they are. */
  readonly marks?: readonly Mark[];
}

/** Lines, bands and points over one x, with the numbers below. New data change the lines and nothing else. */
export function LineChart({ title, caption, x, y, values, series, marks = [] }: LineChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const width = useWidth(box);
  const turn = useColourTurn();
  const [index, setIndex] = useState<number | null>(null);
  const { columns, bands } = useMemo(() => plotData(values, series), [values, series]);
  // What the plot is made of beside its data: where this changes it is made again.
  const shape = JSON.stringify([
    width,
    turn,
    [x, y].map(({ label, range }) => [label, range]),
    series.map(({ kind, low, look }) => [kind, low === undefined, look]),
  ]);
  const latest = useRef({ series, marks });
  latest.current = { series, marks };

  // Runs only for these: the shape stands for all it is made of
  useEffect(() => {
    if (width === 0) return;
    const settings = {
      width,
      height: HEIGHT,
      x,
      y,
      bands,
      colours: pageColours(),
      onPoint: setIndex,
      get series() {
        return latest.current.series;
      },
      get marks() {
        return latest.current.marks;
      },
    };
    plot.current = new uPlot(plotOptions(settings), columns as uPlot.AlignedData, box.current!);
    return () => plot.current?.destroy();
  }, [shape]);
  // Runs only for these: where the shape changed the plot has them already
  useEffect(() => plot.current?.setData(columns as uPlot.AlignedData), [columns]);

  return (
    <figure>
      <figcaption>
        <strong>{title}</strong>
        {caption}
      </figcaption>
      <div class="plot">
        <div
          ref={box}
          role="img"
          aria-label={t('{title}. {caption} The numbers are in a table below.', { title, caption })}
        />
      </div>
      <p class="plot-read" aria-hidden="true">
        {index !== null && values[index] !== undefined && readOut(index, { x, y, values, series })}
      </p>
      {(series.length > 1 || series[0]?.low !== undefined) && <Legend series={series} />}
      <ChartNumbers title={title} x={x} y={y} values={values} series={series} marks={marks} />
    </figure>
  );
}

function readOut(
  index: number,
  { x, y, values, series }: Pick<LineChartProps, 'x' | 'y' | 'values' | 'series'>,
): string {
  const texts = series.flatMap(({ name, values, low, high }) => {
    const value = values[index];
    if (value === null || value === undefined) return [];
    const [from, to] = [low?.[index], high?.[index]];
    const shown = `${name} ${y.format(value)}`;
    const isRange = from !== null && from !== undefined && to !== null && to !== undefined;
    return [
      isRange
        ? withNote(
            shown,
            interval(from, to, (one) => y.format(one!)),
          )
        : shown,
    ];
  });
  return labelled(`${x.label} ${x.format(values[index])}`, texts.join(t(', ||between parts')));
}
