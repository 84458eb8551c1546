import type { ItemChange, UniformItem } from '../../../../calibration/refresh/refresh-types.ts';
import { count, decimal, plural } from '../../../numbers.ts';
import { PRETEST_BAR } from '../../../ranking/pretest/ready-pretest.ts';
import { textTable } from '../../../report/text-table.ts';
import { factLines } from '../../../workflow/calibration/refresh/refresh-facts.ts';
import type { RefreshReport } from '../../../workflow/calibration/refresh/refresh-report.ts';
import {
  adjustedP,
  difficultyChange,
  type ModelRow,
  type PretestRow,
  refreshSummary,
} from '../../../workflow/calibration/refresh/refresh-summary.ts';
import { FATE_WORDS } from '../../../workflow/calibration/refresh/refresh-words.ts';

/** Rows of each table; files have all. */
const MOST_SHOWN = 10;

/** A refresh for a terminal: where the answers came from, drift, items, models, proposed retirements. */
export function refreshText(report: RefreshReport): string {
  const summary = refreshSummary(report);
  const { drifted, changed, models, pretest, retirements, saturated, unsolved, warnings } = summary;
  return [
    [`${summary.heading}:`, ...factLines(report).map((line) => `  ${line}`)].join('\n'),
    ...section(
      `Drifted items: ${drifted.length} of ${report.changes.length} (adjusted p below ${report.settings.alpha})`,
      drifted,
      driftTable,
    ),
    ...section('Largest changes of items, against their standard errors', changed, itemTable),
    ...modelSection(models),
    rankingText(report),
    ...(pretest.length === 0 ? [] : section(pretestHeading(pretest), pretest, pretestTable)),
    ...section(`Proposed retirements: ${retirements.length}`, retirements, (some) =>
      textTable(
        [{ head: 'item' }, { head: 'why' }],
        some.map(({ item, reasons }) => [item, reasons.join('; ')]),
      ),
    ),
    ...(saturated.length === 0
      ? []
      : section(saturatedHeading(saturated), saturated, uniformTable)),
    ...(unsolved.length === 0 ? [] : section(unsolvedHeading(unsolved), unsolved, uniformTable)),
    ...(warnings.length === 0 ? [] : [warnings.map((one) => `Note: ${one}`).join('\n')]),
  ].join('\n\n');
}

/** What items that every new model has right mean for a bank. */
export function saturatedHeading(saturated: readonly UniformItem[]): string {
  return `Saturated items: ${count(saturated.length)}. Every new model has them right, so they tell new models no longer apart; earlier ones they did, and weaker ones they still do. Add harder items`;
}

/** What items that no new model has right mean for a bank. */
export function unsolvedHeading(unsolved: readonly UniformItem[]): string {
  return `Items that no new model has right: ${count(unsolved.length)}. Some earlier models had. Look at a few of them`;
}

function uniformTable(items: readonly UniformItem[]): string {
  return textTable(
    [
      { head: 'item' },
      { head: 'new answers', align: 'right' },
      { head: 'right before', align: 'right' },
      { head: '' },
    ],
    items.map(({ item, newAnswers, oldShare, hasDrifted }) => [
      item,
      count(newAnswers),
      shareText(oldShare),
      uniformNote(hasDrifted),
    ]),
  );
}

/** Share of the earlier models that had an item right. */
export function shareText(share: number | null): string {
  return share === null ? '–' : `${decimal(100 * share, 0)}%`;
}

/** What drift says of an item that all new models answer alike. */
export function uniformNote(hasDrifted: boolean): string {
  return hasDrifted ? 'drifted: more than ability explains' : '';
}

/** How many pretest items there are, and how many of them can count. */
export function pretestHeading(pretest: readonly PretestRow[]): string {
  const ready = pretest.filter(({ isReady }) => isReady).length;
  return `Pretest items with answers: ${count(pretest.length)}; ready to count: ${count(ready)} (at least ${PRETEST_BAR.answers} answers, standard error of the difficulty up to ${PRETEST_BAR.se})`;
}

function pretestTable(items: readonly PretestRow[]): string {
  return textTable(
    [
      { head: 'item' },
      { head: 'answers', align: 'right' },
      { head: 'b (SE)', align: 'right' },
      { head: 'a', align: 'right' },
      { head: 'ready' },
    ],
    items.map(({ item, answers, a, b, sd, isReady }) => [
      item,
      count(answers),
      withError(b, sd),
      numberText(a, 2),
      isReady ? 'yes' : 'no',
    ]),
  );
}

function section<T>(heading: string, rows: readonly T[], table: (some: readonly T[]) => string) {
  if (rows.length === 0) return [`${heading}: none`.replace(': 0: none', ': none')];
  const more = rows.length - MOST_SHOWN;
  return [
    [
      `${heading}:`,
      table(rows.slice(0, MOST_SHOWN)),
      ...(more > 0 ? [`… and ${count(more)} more (files and --json have all)`] : []),
    ].join('\n'),
  ];
}

function driftTable(items: readonly ItemChange[]): string {
  return textTable(
    [
      { head: 'item' },
      { head: 'harder by (SE)', align: 'right' },
      { head: 'robust z', align: 'right' },
      { head: 'chi-square', align: 'right' },
      { head: 'adjusted p', align: 'right' },
      { head: 'new answers', align: 'right' },
      { head: 'now' },
    ],
    items.map((one) => [
      one.item,
      shiftText(one),
      numberText(one.drift?.robustZ.difficulty ?? null, 1),
      numberText(one.drift?.chiSquare.shift ?? null, 1),
      pText(adjustedP(one)),
      count(one.answers.new),
      FATE_WORDS[one.fate],
    ]),
  );
}

/** How much harder an item is for new models, with its standard error. */
export function shiftText({ drift }: ItemChange): string {
  if (drift?.shift == null) return '–';
  return drift.se === null
    ? decimal(drift.shift, 2)
    : `${decimal(drift.shift, 2)} (${decimal(drift.se, 2)})`;
}

/** An adjusted probability. */
export function pText(p: number): string {
  return p < 0.0001 ? '<0.0001' : decimal(p, 4);
}

function itemTable(items: readonly ItemChange[]): string {
  return textTable(
    [
      { head: 'item' },
      { head: 'b old', align: 'right' },
      { head: 'b new (SE)', align: 'right' },
      { head: 'change (SE)', align: 'right' },
      { head: 'a old', align: 'right' },
      { head: 'a new', align: 'right' },
      { head: '' },
    ],
    items.map((one) => [
      one.item,
      numberText(one.old?.b ?? null, 2),
      withError(one.new?.b ?? null, one.new?.errors.b ?? null),
      changeText(one),
      numberText(one.old?.a ?? null, 2),
      numberText(one.new?.a ?? null, 2),
      FATE_WORDS[one.fate],
    ]),
  );
}

/** The change of an item's difficulty with its standard error. */
export function changeText(item: ItemChange): string {
  const found = difficultyChange(item);
  return found === null ? '–' : withError(found.change, found.se);
}

/** Models that answered everything have the same score on any calibration: only their abilities change. */
function modelSection(models: readonly ModelRow[]): string[] {
  if (models.length === 0 || !models.every(({ isExact }) => isExact))
    return section('Largest changes of models, score in points', models, modelTable);
  const rows = models.toSorted((x, y) => Math.abs(y.abilityChange) - Math.abs(x.abilityChange));
  return [
    EXACT_SCORES,
    ...section('Largest changes of models, ability', rows, (some) =>
      textTable(
        [
          { head: 'model' },
          { head: '' },
          { head: 'answers', align: 'right' },
          { head: 'score', align: 'right' },
          { head: 'ability by', align: 'right' },
        ],
        some.map(({ model, isNew, answers, after, abilityChange }) => [
          model,
          isNew ? 'new' : '',
          count(answers),
          decimal(after.score, 1),
          decimal(abilityChange, 2),
        ]),
      ),
    ),
  ];
}

/** Why a calibration changes no score. */
export const EXACT_SCORES =
  'All models answered all items, so their scores are the recorded ones, and no calibration changes them. Only abilities change.';

function modelTable(models: readonly ModelRow[]): string {
  return textTable(
    [
      { head: 'model' },
      { head: '' },
      { head: 'answers', align: 'right' },
      { head: 'before (SE)', align: 'right' },
      { head: 'after (SE)', align: 'right' },
      { head: 'change', align: 'right' },
      { head: 'rank', align: 'right' },
    ],
    models.map(({ model, isNew, answers, before, after, isExact }) => [
      model,
      isNew ? 'new' : '',
      count(answers),
      withError(before.score, isExact ? null : before.error, 1),
      withError(after.score, isExact ? null : after.error, 1),
      decimal(after.score - before.score, 1),
      before.rank === after.rank ? String(after.rank) : `${before.rank} → ${after.rank}`,
    ]),
  );
}

/** How the order of the models changes. */
export function rankingText({ ranking, models }: RefreshReport): string {
  const { tau, swapped, pairs, clear, swaps } = ranking;
  const shown = swaps.slice(0, MOST_SHOWN);
  return [
    `Ranking of ${plural(models.length, 'model')}: ${count(swapped)} of ${plural(pairs, 'pair')} change their order, ${count(clear)} of them clearly (both differences beyond 1.96 standard errors)${tau === null ? '' : `; Kendall's tau ${decimal(tau, 3)}`}.`,
    ...shown.map(
      ({ above, below, zBefore, zAfter }) =>
        `  ${above} is now above ${below} (z ${decimal(zBefore, 1)} before, ${decimal(zAfter, 1)} after)`,
    ),
  ].join('\n');
}

/** A value and its standard error, as far as they are known. */
export function withError(value: number | null, error: number | null, places = 2): string {
  if (value === null) return '–';
  return error === null
    ? decimal(value, places)
    : `${decimal(value, places)} (${decimal(error, places)})`;
}

function numberText(value: number | null, places: number): string {
  return value === null ? '–' : decimal(value, places);
}
