import type { ModelNoise, NoiseReport } from '../../noise/noise-report.ts';
import type { PlannedDesign } from '../../noise/plan.ts';
import { count, decimal, orDash, percent } from '../../numbers.ts';
import { textTable } from '../output/table.ts';
import {
  componentNotes,
  dataText,
  modelName,
  planNotes,
  points,
  shareText,
  spreadText,
  varianceText,
} from './noise-words.ts';

/** Models, or models under conditions, that are listed. */
const LISTED = 20;

/** The report for a terminal. */
export function noiseText(report: NoiseReport): string {
  return [
    dataText(report),
    '',
    'Where the variance of scores comes from:',
    textTable(
      [
        { head: 'effect' },
        { head: 'share', align: 'right' },
        { head: 'variance', align: 'right' },
        { head: 'standard deviation, points', align: 'right' },
      ],
      report.components.map((one) => [
        one.effect,
        percent(one.share),
        varianceText(one),
        spreadText(one),
      ]),
    ),
    ...componentNotes(report),
    '',
    ...modelsText(report.byModel),
    ...passText(report.byModel),
    'What a design would show (standard errors in points):',
    planTable(report.plan.table),
    ...planNotes(report),
  ].join('\n');
}

function modelsText(byModel: readonly ModelNoise[]): string[] {
  const hasAnswers = byModel.some(({ answersDiffer }) => answersDiffer !== null);
  return [
    'Scores, with standard errors of repeats alone (on exactly these items) and as scores on items like these. How often two answers to an item differ:',
    textTable(
      [
        { head: 'model' },
        { head: 'score', align: 'right' },
        { head: 'repeats', align: 'right' },
        { head: 'items', align: 'right' },
        { head: 'scores differ', align: 'right' },
        ...(hasAnswers ? [{ head: 'answers differ', align: 'right' as const }] : []),
        { head: 'unsteady items', align: 'right' },
      ],
      byModel
        .slice(0, LISTED)
        .map((one) => [
          modelName(one),
          points(one.score, 1),
          points(one.noise),
          points(one.error),
          shareOrDash(one.scoresDiffer),
          ...(hasAnswers ? [shareOrDash(one.answersDiffer)] : []),
          shareOrDash(one.unsteady),
        ]),
    ),
    ...moreText(byModel),
    '',
  ];
}

function passText(byModel: readonly ModelNoise[]): string[] {
  const ks = [...new Set(byModel.flatMap(({ pass }) => pass.map(({ k }) => k)))];
  const shown = ks.filter((k) => k > 1);
  if (shown.length === 0) return [];
  // More do not fit into a terminal; the report has all.
  const k = shown[shown.length - 1];
  const hasMajority = byModel.some(({ pass }) => pass.some(({ majority }) => majority !== null));
  return [
    `pass@${k}: at least one of ${k} answers passes; pass^${k}: all of them${hasMajority ? `; majority@${k}: the score of the most frequent one` : ''}. In points, mean over items:`,
    textTable(
      [
        { head: 'model' },
        { head: 'pass@1', align: 'right' },
        { head: `pass@${k}`, align: 'right' },
        { head: `pass^${k}`, align: 'right' },
        ...(hasMajority ? [{ head: `majority@${k}`, align: 'right' as const }] : []),
      ],
      byModel.slice(0, LISTED).map((one) => {
        const own = one.pass.find((figures) => figures.k === k);
        const single = one.pass.find((figures) => figures.k === 1);
        return [
          modelName(one),
          single === undefined ? '–' : shareText(single.any),
          own === undefined ? '–' : shareText(own.any),
          own === undefined ? '–' : shareText(own.all),
          ...(hasMajority ? [own?.majority == null ? '–' : shareText(own.majority)] : []),
        ];
      }),
    ),
    ...moreText(byModel),
    '',
  ];
}

function moreText(byModel: readonly ModelNoise[]): string[] {
  return byModel.length > LISTED ? [`and ${byModel.length - LISTED} more (--json, --report)`] : [];
}

function planTable(designs: readonly PlannedDesign[]): string {
  const hasConditions = designs.some(({ conditions }) => conditions > 1);
  const hasDifferences = designs.some(({ difference }) => difference !== null);
  return textTable(
    [
      { head: 'items', align: 'right' },
      ...(hasConditions ? [{ head: 'conditions', align: 'right' as const }] : []),
      { head: 'answers each', align: 'right' },
      { head: 'price per model', align: 'right' },
      { head: 'of a score', align: 'right' },
      ...(hasDifferences
        ? [
            { head: 'of a difference', align: 'right' as const },
            { head: 'reliability', align: 'right' as const },
          ]
        : []),
    ],
    designs.map((design) => [
      count(design.items),
      ...(hasConditions ? [count(design.conditions)] : []),
      count(design.repeats),
      count(Math.round(design.price)),
      points(design.score),
      ...(hasDifferences
        ? [points(design.difference), orDash(design.reliability, 3).replace(/^0\./, '.')]
        : []),
    ]),
  );
}

function shareOrDash(share: number | null): string {
  return share === null ? '–' : `${decimal(100 * share, 1)}%`;
}
