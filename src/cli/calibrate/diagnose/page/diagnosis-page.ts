import type { ItemDiagnosis } from '../../../../../calibration/diagnose/diagnose-items.ts';
import { escapeHtml, htmlFacts, htmlPage } from '../../../../html/html.ts';
import { retold, retoldList } from '../../../../languages/retold.ts';
import type { Words } from '../../../../languages/words.ts';
import { correlation, count, orDash, percent, plural } from '../../../../numbers.ts';
import type { DrawnChart } from '../../../../report/document.ts';
import { figureHtml } from '../../../../report/page-figure.ts';
import { tableHtml } from '../../../../report/page-table.ts';
import { retoldTable } from '../../../../report/retold-document.ts';
import { bankWords } from '../bank-words.ts';
import type { Diagnosis } from '../diagnosis.ts';
import type { DiagnosisFiles } from '../diagnosis-input.ts';
import { probabilityText } from '../probability-text.ts';
import {
  chartRange,
  informativeItemsPlot,
  personFitPlot,
  standardErrorPlot,
  testInformationPlot,
  wrightMap,
} from './bank-plots.ts';
import { itemCharts, itemFindingsHtml, itemLine, optionsHtml } from './item-panel.ts';
import { type AbilityRange, curvePlot, optionPlot } from './item-plots.ts';

/** Items whose curves are shown at once, rows of tables, and items of the list: a page of a few megabytes. */
const MOST_SHOWN = 12;
const MOST_ROWS = 50;
const MOST_LISTED = 1000;

/** A diagnosis as one page that needs no other file, in the order in which it is read: the bank, its worst items, what to do, examinees, all items. */
export function diagnosisPage(diagnosis: Diagnosis, files: DiagnosisFiles, t: Words): string {
  const { items, examinees, settings, worstFirst } = diagnosis;
  const range = chartRange(diagnosis);
  const found = items.filter(isFound).length;
  const misfits = examinees.filter(({ isMisfit }) => isMisfit).length;
  const sections = [
    ...bankSections(diagnosis, range, t),
    ...worstSection(diagnosis, range, t),
    adviceSection(t),
    examineeSection(diagnosis, t),
    listSection(diagnosis, range, t),
  ];
  const first =
    found === 0
      ? 'No item has a flag or a finding.'
      : `${count(found)} of ${plural(items.length, 'item')} ${found === 1 ? 'has' : 'have'} flags or findings; ${items[worstFirst[0]].item} is the first to look at.`;
  const lead = `${first} ${count(misfits)} of ${plural(examinees.length, 'examinee')} ${misfits === 1 ? 'answers' : 'answer'} unlike the model; chance gives about ${count(Math.round(examinees.length / 20))}.`;
  const facts: [string, string][] = [
    ['parameters', files.parameters],
    ['recorded answers', files.responses],
    ['examinees', count(examinees.length)],
    ['model', settings.model],
    [
      'ability',
      `mean ${settings.prior.mean}, standard deviation ${Number(settings.prior.sd.toFixed(4))}`,
    ],
    ['seed', `${settings.seed}, ${plural(settings.draws, 'draw')}`],
  ];
  return htmlPage(
    retold(`Diagnosis of ${plural(items.length, 'item')}`, t),
    [
      htmlFacts(facts.map(([name, value]) => [retold(name, t), retoldList(value, t)])),
      ...sections.map(
        ({ heading, parts }, k) =>
          `<section aria-labelledby="section-${k + 1}"><h2 id="section-${k + 1}">${escapeHtml(retold(heading, t))}</h2>\n${parts.join('\n')}</section>`,
      ),
    ],
    t,
    [
      `<p class="lead">${escapeHtml(retold(lead, t))}</p>`,
      `<nav aria-label="${t('Contents')}"><ul>${sections
        .map(
          ({ heading }, k) =>
            `<li><a href="#section-${k + 1}">${escapeHtml(retold(heading, t))}</a></li>`,
        )
        .join('')}</ul></nav>`,
    ],
  );
}

interface Section {
  readonly heading: string;
  readonly parts: readonly string[];
}

const isFound = ({ flags, findings }: ItemDiagnosis) => flags.length + findings.length > 0;

const text = (words: string, t: Words) => `<p>${escapeHtml(retold(words, t))}</p>`;

function charts(all: readonly DrawnChart[], id: string, t: Words): string {
  const told = all.map(({ svg, title, caption }) => ({
    svg,
    title: retold(title, t),
    ...(caption === undefined ? {} : { caption: retold(caption, t) }),
  }));
  return `<div class="charts">\n${told.map((chart, k) => figureHtml(chart, `${id}-${k + 1}`)).join('\n')}\n</div>`;
}

function bankSections(diagnosis: Diagnosis, range: AbilityRange, t: Words): Section[] {
  const { bank, items } = diagnosis;
  const plots: Section = {
    heading: 'Information and difficulty',
    parts: [
      charts(
        [
          {
            svg: testInformationPlot(diagnosis, range, t),
            title: 'Test information',
            caption: 'Of all items together: high where abilities are measured precisely.',
          },
          {
            svg: standardErrorPlot(diagnosis, range, t),
            title: 'Standard error',
            caption: 'Of an ability estimated from all items, 1/√information.',
          },
          {
            svg: wrightMap(diagnosis, range, t),
            title: 'Wright map',
            caption:
              'Abilities of examinees above, difficulties of items below, as shares of each. Abilities without items near them are measured badly.',
          },
          {
            svg: informativeItemsPlot(diagnosis, range, t),
            title: 'Most informative items',
            caption: 'Information of single items; that of the others is in the list of items.',
          },
        ],
        'bank-chart',
        t,
      ),
    ],
  };
  if (bank === null) return [plots];
  return [
    {
      heading: 'The bank as a whole',
      parts: [
        tableHtml(
          retoldTable(
            {
              caption: 'Statistics of the bank',
              columns: [
                { name: 'measure', words: true },
                { name: 'value', words: true },
                { name: 'meaning', words: true },
              ],
              rows: bankWords(bank, (j) => items[j].item).map(({ name, value, meaning }) => [
                name,
                value,
                meaning,
              ]),
            },
            t,
          ),
          'bank-table',
        ),
      ],
    },
    plots,
  ];
}

function worstSection({ items, worstFirst }: Diagnosis, range: AbilityRange, t: Words): Section[] {
  const listed = worstFirst.map((j) => items[j]);
  const found = listed.filter(isFound);
  const shown = (found.length > 0 ? found : listed).slice(0, MOST_SHOWN);
  const rows = (found.length > 0 ? found : listed).slice(0, MOST_ROWS);
  return [
    {
      heading: found.length > 0 ? 'Items to look at' : 'Items that fit worst',
      parts: [
        text(
          found.length > 0
            ? `${plural(found.length, 'item')} with flags or findings, worst first. Points that leave the curve show where it is wrong.`
            : 'No item has a flag or a finding. These fit their curves worst.',
          t,
        ),
        charts(
          shown.flatMap((item) => [
            {
              svg: curvePlot(item, range, t),
              title: item.item,
              caption: `${[...item.flags, ...item.findings].join(', ')}${isFound(item) ? retold(': ', t) : ''}${itemLine(item, t)}${retold('.', t)}`,
            },
            ...(item.options !== null && item.findings.includes('distractor-beats-key')
              ? [
                  {
                    svg: optionPlot(item.options, range, t),
                    title: `${item.item}${retold(': options', t)}`,
                    caption:
                      'An option with ! is chosen more often than the key by the strongest third.',
                  },
                ]
              : []),
          ]),
          'worst-chart',
          t,
        ),
        itemTable(rows, t),
        ...(found.length > rows.length
          ? [text(`${count(found.length - rows.length)} more are in the list of items.`, t)]
          : []),
      ],
    },
  ];
}

function itemTable(rows: readonly ItemDiagnosis[], t: Words): string {
  return tableHtml(
    retoldTable(
      {
        caption: 'Statistics of these items',
        columns: [
          { name: 'item' },
          { name: 'answered', numeric: true },
          { name: 'right', numeric: true },
          { name: 'r rest', numeric: true, help: 'correlation with the mean of all other answers' },
          {
            name: 'infit',
            numeric: true,
            help: 'mean square weighted by information; 1 is expected',
          },
          { name: 'outfit', numeric: true, help: 'mean square; 1 is expected' },
          {
            name: 'p',
            numeric: true,
            help: 'of S-X²; with a star, of the posterior-predictive check in its place',
          },
          { name: 'flags and findings' },
        ],
        rows: rows.map((item) => [
          item.item,
          item.answered,
          item.proportion === null ? '–' : percent(item.proportion),
          correlation(item.itemRest),
          orDash(item.infit, 2),
          orDash(item.outfit, 2),
          item.sX2 !== null
            ? probabilityText(item.sX2.p)
            : item.predictiveP === null
              ? '–'
              : `${probabilityText(item.predictiveP)}*`,
          [...item.flags, ...item.findings].join(' '),
        ]),
      },
      t,
    ),
    'item-table',
  );
}

/** Each item opens where it stands, and closes the one before: no script, and nothing is loaded. */
function listSection({ items, worstFirst }: Diagnosis, range: AbilityRange, t: Words): Section {
  const listed = worstFirst.slice(0, MOST_LISTED);
  return {
    heading: 'All items',
    parts: [
      text(
        `${listed.length < items.length ? `The ${count(listed.length)} worst of ${count(items.length)} items` : 'All items, worst first'}. Choose an item to see its curve${items.some(({ options }) => options !== null) ? ', its options' : ''} and its information.`,
        t,
      ),
      `<div class="items">${listed
        .map((j, k) => {
          const item = items[j];
          const id = `item-${k + 1}`;
          const names = [...item.flags, ...item.findings, shortLine(item, t)].join(retold(', ', t));
          return `<details name="items"><summary><strong>${escapeHtml(item.item)}</strong> <span>${escapeHtml(names)}</span></summary>\n${itemFindingsHtml(item, t)}${itemCharts(item, range, id, t)}${optionsHtml(item, `${id}-options`, t)}</details>`;
        })
        .join('\n')}</div>`,
    ],
  };
}

function shortLine({ proportion, infit }: ItemDiagnosis, t: Words): string {
  const right = proportion === null ? 'no answers' : `${percent(proportion)} right`;
  return `${retold(right, t)}${retold(', ', t)}infit ${orDash(infit, 2)}`;
}

function examineeSection(diagnosis: Diagnosis, t: Words): Section {
  const { examinees } = diagnosis;
  const sorted = examinees
    .filter(({ lzCorrected }) => lzCorrected !== null)
    .toSorted((one, two) => one.lzCorrected! - two.lzCorrected!);
  if (sorted.length === 0)
    return { heading: 'Examinees', parts: [text('No examinee has a value of person fit.', t)] };
  return {
    heading: 'Examinees',
    parts: [
      charts(
        [
          {
            svg: personFitPlot(diagnosis, t),
            title: 'Person fit of the examinees',
            caption:
              'l_z*, corrected for the estimated ability: values below −1.645 come from 5% of examinees who follow the model.',
          },
        ],
        'fit-chart',
        t,
      ),
      tableHtml(
        retoldTable(
          {
            caption: `Worst fit first${sorted.length > MOST_ROWS ? `, ${MOST_ROWS} of ${count(sorted.length)}` : ''}`,
            columns: [
              { name: 'examinee' },
              { name: 'answered', numeric: true },
              { name: 'right', numeric: true },
              { name: 'ability', numeric: true },
              { name: 'se', numeric: true },
              { name: 'l_z', numeric: true },
              { name: 'l_z*', numeric: true },
            ],
            rows: sorted
              .slice(0, MOST_ROWS)
              .map((own) => [
                own.examinee,
                own.answered,
                own.answered === 0 ? '–' : percent(own.right / own.answered),
                orDash(own.ability, 2),
                orDash(own.se, 2),
                orDash(own.lz, 2),
                orDash(own.lzCorrected, 2),
              ]),
          },
          t,
        ),
        'examinee-table',
      ),
    ],
  };
}

function adviceSection(t: Words): Section {
  const advice = [
    'Works backwards, or a wrong option beats the key: check the key and the text of the item. Correct the key and score again, or remove the item.',
    'Answers disagree with the key: the scores and the key come from different versions of the item. Score again.',
    'The curve misfits or is noisy: look where the points leave it. If they level off above 0 or below 1, fit a model with guessing or an upper asymptote.',
    'Weak: the item costs answers and tells little. Remove it, unless its content is needed.',
    'Too steep: harmless for most tests. If several are in one dependent pair or share a text, keep one.',
    'Many examinees misfit: look for one cause, such as a parser that fails for some models, before you remove any.',
  ];
  return {
    heading: 'What to do',
    parts: [`<ul>${advice.map((line) => `<li>${escapeHtml(retold(line, t))}</li>`).join('')}</ul>`],
  };
}
