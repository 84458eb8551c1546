import type { ItemDiagnosis } from '../../../../../calibration/diagnose/diagnose-items.ts';
import { findingWords } from '../../../../../calibration/diagnose/item-findings.ts';
import { escapeHtml } from '../../../../html/html.ts';
import { retold } from '../../../../languages/retold.ts';
import type { Words } from '../../../../languages/words.ts';
import { correlation, count, decimal, orDash, percent } from '../../../../numbers.ts';
import type { Table } from '../../../../report/document.ts';
import { figureHtml } from '../../../../report/page-figure.ts';
import { tableHtml } from '../../../../report/page-table.ts';
import { retoldTable } from '../../../../report/retold-document.ts';
import { probabilityText } from '../probability-text.ts';
import { type AbilityRange, curvePlot, itemInformationPlot, optionPlot } from './item-plots.ts';

/** Statistics of an item, in a line. */
export function itemLine(item: ItemDiagnosis, t: Words): string {
  const { sX2, predictiveP, proportion } = item;
  const parts = [
    `${count(item.answered)} answers`,
    ...(proportion === null ? [] : [`${percent(proportion)} right`]),
    `r ${correlation(item.itemRest, t)}`,
    `infit ${orDash(item.infit, 2)}`,
    `outfit ${orDash(item.outfit, 2)}`,
    sX2 === null
      ? predictiveP === null
        ? ''
        : `predictive p ${probabilityText(predictiveP)}`
      : `S-X² ${decimal(sX2.statistic, 1)}, df ${sX2.df}, p ${probabilityText(sX2.p)}`,
  ];
  return parts
    .filter((part) => part !== '')
    .map((part) => retold(part, t))
    .join(retold(', ', t));
}

/** Charts of an item: its curve, its information, and its options if they are known. */
export function itemCharts(item: ItemDiagnosis, range: AbilityRange, id: string, t: Words): string {
  const { a, b, c, d } = item;
  const charts = [
    {
      svg: curvePlot(item, range, t),
      title: `${item.item}${retold(': response curve', t)}`,
      caption: `${itemLine(item, t)}${retold('. ', t)}a ${decimal(a, 2)}, b ${decimal(b, 2)}, c ${decimal(c, 2)}, d ${decimal(d, 2)}.`,
    },
    ...(item.options === null
      ? []
      : [
          {
            svg: optionPlot(item.options, range, t),
            title: `${item.item}${retold(': options by ability', t)}`,
            caption: retold(
              `Of ${count(item.options.answered)} examinees whose choice is known.`,
              t,
            ),
          },
        ]),
    {
      svg: itemInformationPlot(item, range, t),
      title: `${item.item}${retold(': information', t)}`,
    },
  ];
  return `<div class="charts">\n${charts.map((chart, k) => figureHtml(chart, `${id}-${k + 1}`)).join('\n')}\n</div>`;
}

/** The flags and findings of an item with their meanings; nothing without any. */
export function itemFindingsHtml({ flags, findings }: ItemDiagnosis, t: Words): string {
  const names = [...flags, ...findings];
  if (names.length === 0) return '';
  return `<ul>${names
    .map(
      (name) =>
        `<li><code>${name}</code>${retold(': ', t)}${escapeHtml(retold(findingWords(name), t))}${retold('.', t)}</li>`,
    )
    .join('')}</ul>`;
}

/** Who chooses which option, as a table; nothing if choices are not known. */
export function optionsHtml({ item, options }: ItemDiagnosis, id: string, t: Words): string {
  if (options === null) return '';
  const table: Table = {
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
      `${own.option}${own.isKey ? retold(' (key)', t) : own.beatsKey ? ' !' : ''}`,
      own.count,
      percent(own.share),
      orDash(own.ability, 2),
      correlation(own.correlation, t),
      ...(own.thirds === null ? ['–', '–', '–'] : own.thirds.map(percent)),
    ]),
  };
  return tableHtml(retoldTable(table, t), id);
}
