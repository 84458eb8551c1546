import { volcanoSvg } from '../../../charts/volcano.ts';
import { count, decimal, plural } from '../../../numbers.ts';
import { plainText } from '../../../plain-text.ts';
import { NORMAL_95 } from '../../../statistics/normal-points.ts';
import type { DifItem } from '../../../workflow/calibration/analyse-dif.ts';
import { type PageSection, studyPage } from '../../simulate/study-page/study-page.ts';
import {
  classText,
  contaminationText,
  type DifReport,
  datedText,
  difWarnings,
  effectText,
  flaggedItems,
  groupsText,
  harderFor,
  leastText,
  legendText,
  METHOD_NAMES,
  methodsText,
  mostMoved,
  powerText,
  pText,
  rankingText,
  suspectedUnits,
} from './dif-report.ts';

/** Rows of the forest plot; the volcano plot shows all items. */
const MOST_ROWS = 40;
/** Rows of the ranking without the items. */
const MOST_MODELS = 30;
const NO_LIMITS = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/** One HTML page that needs no other file. */
export async function difPage(report: DifReport, next: string): Promise<string> {
  const { analysis, request, groups } = report;
  const flagged = flaggedItems(analysis);
  const sections: PageSection[] = [
    {
      heading: 'Flagged items',
      ...(flagged.length === 0
        ? { paragraphs: ['No item is flagged.'] }
        : { table: itemsTable(report, flagged) }),
    },
    await effectsSection(report),
    ...contaminationSection(report),
    ...rankingSection(report),
    {
      heading: 'What the numbers mean',
      paragraphs: [
        ...difWarnings(report).map((warning) => `Note: ${warning}`),
        `The effect is the log odds of a right answer at equal ability, ${plainText(groups.focal.name)} minus ${plainText(groups.reference.name)}: below 0 if the item is harder for ${plainText(groups.focal.name)}. The methods estimate the same number.`,
        'A flag says that an item behaves differently in the two groups, not why: read it before you drop it. ETS classes: A negligible, B moderate, C large.',
      ],
    },
  ];
  return studyPage({
    title: `Differential item functioning: ${plainText(groups.focal.name)} and ${plainText(groups.reference.name)}`,
    lead: `${plural(flagged.length, 'item')} of ${count(analysis.items.length)} ${flagged.length === 1 ? 'is' : 'are'} flagged. ${powerText(report)}`,
    facts: [
      ['groups', groupsText(report)],
      ['methods', request.methods.map((method) => METHOD_NAMES[method]).join(', ')],
      [
        'flagged if',
        `p < ${request.alpha}, ${request.correction === 'none' ? 'not corrected' : `corrected by ${request.correction}`} for the number of items`,
      ],
      [
        'families',
        request.families === null
          ? 'models taken as independent'
          : `${count(new Set(request.families).size)}, allowed for by ${count(request.arrangements)} arrangements`,
      ],
    ],
    sections,
    next,
  });
}

function itemsTable(report: DifReport, items: readonly DifItem[]) {
  return {
    caption: 'Items that behave differently in the two groups',
    columns: [
      { name: 'item' },
      { name: 'harder for' },
      { name: 'flagged by', help: 'Items that several methods flag are the surest.' },
      { name: 'effect (95%)', unit: 'logits', numeric: true },
      {
        name: 'least corrected p',
        numeric: true,
        help: legendText(items),
      },
      { name: 'ETS class', numeric: true, help: 'By Mantel-Haenszel.' },
    ],
    rows: items.map((item) => [
      plainText(item.item),
      harderFor(item, report),
      methodsText(item.flaggedBy),
      effectText(item),
      leastText(item),
      classText(report, item),
    ]),
  };
}

async function effectsSection(report: DifReport): Promise<PageSection> {
  const { items } = report.analysis;
  const sized = items.filter(({ effect, se }) => effect !== null && se !== null);
  if (sized.length === 0)
    return { heading: 'Effects', paragraphs: ['No effect has a finite estimate.'] };
  const surest = [...sized]
    .sort(
      (x, y) =>
        y.flaggedBy.length - x.flaggedBy.length ||
        Math.abs(y.effect! / y.se!) - Math.abs(x.effect! / x.se!),
    )
    .slice(0, MOST_ROWS);
  const rest = sized.length - surest.length;
  return {
    heading: 'Effects',
    forest: {
      title: 'Effects with 95% intervals',
      caption: `Left of the dashed line: harder for ${plainText(report.groups.focal.name)}. Filled marks are flagged items.${rest > 0 ? ` The ${surest.length} surest; ${rest} more are in the chart below.` : ''}`,
      xTitle: 'logits (95%)',
      limits: NO_LIMITS,
      reference: 0,
      rows: surest
        .sort((x, y) => x.effect! - y.effect!)
        .map((item) => ({
          name: plainText(item.item),
          value: item.effect!,
          low: item.effect! - NORMAL_95 * item.se!,
          high: item.effect! + NORMAL_95 * item.se!,
          label: effectText(item),
          quiet: item.flaggedBy.length === 0,
        })),
    },
    charts: [
      {
        title: 'All items: effect and probability',
        svg: await volcanoSvg({
          title: 'All items: effect and probability',
          caption: 'Filled marks are flagged items; the surest are named.',
          yTitle: 'corrected p (higher: less by chance)',
          xTitle: 'effect, logits (left: harder for the focal group)',
          points: sized.map(({ item, effect, adjusted, flaggedBy }) => ({
            name: plainText(item),
            effect: effect!,
            p: adjusted ?? 1,
            flagged: flaggedBy.length > 0,
          })),
        }),
      },
    ],
  };
}

function contaminationSection(report: DifReport): PageSection[] {
  const { contamination, items } = report.analysis;
  if (contamination === null) return [];
  const units = suspectedUnits(report.analysis);
  return [
    {
      heading: 'Contamination',
      paragraphs: [contaminationText(report), datedText(report)].filter((text) => text !== ''),
      ...(units.length === 0
        ? {}
        : {
            table: {
              caption: 'Right answers on hard items beyond ability',
              columns: [
                { name: contamination.families === null ? 'model' : 'family' },
                { name: 'right', numeric: true },
                { name: 'expected', numeric: true },
                { name: 'p (Holm)', numeric: true },
                { name: 'suspected items' },
              ],
              rows: units.map((unit) => [
                plainText(unit.name),
                `${count(unit.right)} of ${count(unit.answers)}`,
                decimal(unit.expected, 1),
                pText(unit.adjusted),
                suspectsText(unit.suspects.map((j) => plainText(items[j].item))),
              ]),
            },
          }),
    },
  ];
}

const MOST_SUSPECTS = 12;

function suspectsText(names: readonly string[]): string {
  const rest = names.length - MOST_SUSPECTS;
  return `${names.slice(0, MOST_SUSPECTS).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function rankingSection(report: DifReport): PageSection[] {
  const { ranking } = report.analysis;
  if (ranking.left === ranking.items) return [];
  const all = ranking.examinees;
  const isLong = all.length > MOST_MODELS;
  const shown = isLong ? mostMoved(report.analysis, MOST_MODELS) : all;
  return [
    {
      heading: 'The ranking without these items',
      paragraphs: [
        rankingText(report),
        ...(isLong
          ? [
              `The ${MOST_MODELS} of ${count(all.length)} models whose rank changes most; \`--json\` prints all.`,
            ]
          : []),
      ],
      table: {
        caption: 'Scores on all items, and without flagged and suspected ones',
        columns: [
          { name: 'model' },
          { name: 'rank', numeric: true },
          { name: 'rank without', numeric: true },
          { name: 'score', unit: 'points', numeric: true },
          { name: 'score without', unit: 'points', numeric: true },
        ],
        rows: shown.map(({ name, rank, rankWithout, score, without }) => [
          plainText(name),
          rank,
          rankWithout,
          decimal(100 * score, 1),
          decimal(100 * without, 1),
        ]),
      },
    },
  ];
}
