import type { ItemDiagnosis } from '../../../../../calibration/diagnose/diagnose-items.ts';
import { findingWords } from '../../../../../calibration/diagnose/item-findings.ts';
import { escapeHtml } from '../../../../html/html.ts';
import { correlation, count, decimal, orDash, percent } from '../../../../numbers.ts';
import { figureHtml } from '../../../simulate/study-page/figure.ts';
import { tableHtml } from '../../../simulate/study-page/table.ts';
import { probabilityText } from '../probability-text.ts';
import { type AbilityRange, curvePlot, itemInformationPlot, optionPlot } from './item-plots.ts';

/** Statistics of an item, in a line. */
export function itemLine(item: ItemDiagnosis): string {
  const { sX2, predictiveP, proportion } = item;
  return [
    `${count(item.answered)} answers`,
    ...(proportion === null ? [] : [`${percent(proportion)} right`]),
    `r ${correlation(item.itemRest)}`,
    `infit ${orDash(item.infit, 2)}`,
    `outfit ${orDash(item.outfit, 2)}`,
    sX2 === null
      ? predictiveP === null
        ? ''
        : `predictive p ${probabilityText(predictiveP)}`
      : `S-X² ${decimal(sX2.statistic, 1)}, df ${sX2.df}, p ${probabilityText(sX2.p)}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** Charts of an item: its curve, its information, and its options if they are known. */
export function itemCharts(item: ItemDiagnosis, range: AbilityRange, id: string): string {
  const { a, b, c, d } = item;
  const charts = [
    {
      svg: curvePlot(item, range),
      title: `${item.item}: response curve`,
      caption: `${itemLine(item)}. a ${decimal(a, 2)}, b ${decimal(b, 2)}, c ${decimal(c, 2)}, d ${decimal(d, 2)}.`,
    },
    ...(item.options === null
      ? []
      : [
          {
            svg: optionPlot(item.options, range),
            title: `${item.item}: options by ability`,
            caption: `Of ${count(item.options.answered)} examinees whose choice is known.`,
          },
        ]),
    { svg: itemInformationPlot(item, range), title: `${item.item}: information` },
  ];
  return `<div class="charts">\n${charts.map((chart, k) => figureHtml(chart, `${id}-${k + 1}`)).join('\n')}\n</div>`;
}

/** The flags and findings of an item with their meanings; nothing without any. */
export function itemFindingsHtml({ flags, findings }: ItemDiagnosis): string {
  const names = [...flags, ...findings];
  if (names.length === 0) return '';
  return `<ul>${names
    .map((name) => `<li><code>${name}</code>: ${escapeHtml(findingWords(name))}.</li>`)
    .join('')}</ul>`;
}

/** Who chooses which option, as a table; nothing if choices are not known. */
export function optionsHtml({ item, options }: ItemDiagnosis, id: string): string {
  if (options === null) return '';
  return tableHtml(
    {
      caption: `Options of ${item}`,
      columns: [
        { name: 'option' },
        { name: 'chosen', numeric: true },
        { name: 'share', numeric: true },
        { name: 'mean ability', numeric: true },
        { name: 'r with rest score', numeric: true },
        { name: 'weakest third', numeric: true },
        { name: 'middle', numeric: true },
        { name: 'strongest third', numeric: true },
      ],
      rows: options.options.map((own) => [
        `${own.option}${own.isKey ? ' (key)' : own.beatsKey ? ' !' : ''}`,
        own.count,
        percent(own.share),
        orDash(own.ability, 2),
        correlation(own.correlation),
        ...(own.thirds === null ? ['–', '–', '–'] : own.thirds.map(percent)),
      ]),
    },
    id,
  );
}
