import { count, decimal, intervalText, money2, percent, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import { type LiveModel, type LiveResult, shownScore } from '../../workflow/live/live-result.ts';
import { alarmMark, markNotes } from '../alarm-notes.ts';
import { RIGHT_COLUMNS, rightCells, rightNotes } from '../items-right.ts';
import { leftOutLines } from '../output/flag-report.ts';
import { textTable } from '../output/table.ts';
import { targetWords } from '../rank/target-options.ts';

/** Recorded models shown above and below the new ones. */
const NEIGHBOURS = 3;

/** The leaderboard of the models tested, their place among the recorded ones, what it took and what it means. */
export function liveReport(
  result: LiveResult,
  options: { readonly out?: string; readonly byTag?: boolean },
): string {
  return [
    heading(result),
    result.models.length === 0
      ? ''
      : `${leaderboard(result)}\n${rightNotes(result.models).join('\n')}`,
    ...(options.byTag === true ? [byTag(result)] : []),
    ...(result.recorded.length > 0 && result.models.length > 0 ? [neighbours(result)] : []),
    use(result),
    notes(result),
    next(result, options.out),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function heading(result: LiveResult): string {
  const { bank, bankItems, askable, items, strategy, models, lag, seed, prompts, recorded } =
    result;
  return [
    `${plural(models.length, 'model')} on ${bank}: ${count(items)} of ${count(bankItems)} items each, chosen by "${strategy}"${result.simulated ? ' — beside SIMULATED models' : ''}`,
    models.length === 0
      ? `No answers yet; seed ${seed}, run ${result.run}.`
      : `Prompts ${prompts.join(', ')}; letters read by mode ${result.mode}; lag ${lag}, seed ${seed}, run ${result.run}.`,
    askable < bankItems
      ? `Items could be chosen from ${count(askable)} of the ${count(bankItems)}.`
      : '',
    calibrationLine(result),
    ...(result.leftOut === undefined ? [] : leftOutLines(result.leftOut)),
    models.length === 0
      ? ''
      : `Intervals and places are of the ${targetWords(result.target ?? 'recorded', count(bankItems))}.`,
    recorded.length === 0
      ? `No models are recorded on this bank: there is ${result.calibration == null ? 'nothing to calibrate from and ' : ''}nobody to compare with.`
      : `Beside them ${plural(recorded.length, 'recorded model')}, asked by another program, maybe with other prompts: compare with care.`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** Whose answers the item parameters are made of, and what the bank is then. */
function calibrationLine({ calibration, bankItems }: LiveResult): string {
  if (calibration == null) return '';
  const { number, method, pool, bankItems: all, warnings = [] } = calibration;
  const part =
    all === bankItems
      ? ''
      : ` Scores are of the ${count(bankItems)} items it has, of ${count(all)} in the bank.`;
  const line = `Item parameters: calibration ${number} (${method}${pool.length === 0 ? '' : ` of ${pool.join(', ')}`}); abilities are on its scale.${part}`;
  return [
    line,
    ...warnings.map((why) => `WARNING: not to be ranked with: ${plainText(why)}.`),
  ].join('\n');
}

function leaderboard({ models, recorded, target = 'recorded' }: LiveResult): string {
  const isPlaced = recorded.length > 0;
  return textTable(
    [
      { head: '#', align: 'right' },
      { head: 'model' },
      { head: 'ability ± SE', align: 'right' },
      { head: target === 'expected' ? 'expected' : 'score', align: 'right' },
      { head: '90% interval', align: 'right' },
      ...(isPlaced ? [{ head: 'place', align: 'right' as const }] : []),
      { head: 'items', align: 'right' },
      ...RIGHT_COLUMNS,
      { head: 'cost', align: 'right' },
      { head: '' },
    ],
    models.map((m) => [
      String(m.rank),
      m.model,
      abilityText(m),
      `${decimal(m.score, 1)}${alarmMark(m)}`,
      intervalText(shownScore(m, target), m.verified),
      ...(isPlaced ? [placeText(m)] : []),
      count(m.items),
      ...rightCells(m),
      m.use.cost === 0 ? '–' : money2(m.use.cost),
      m.stopped === null ? '' : `${m.stopped === 'failed' ? 'endpoint failed' : m.stopped}`,
    ]),
  );
}

const BOUND_MARKS = { lowest: '≤', highest: '≥' } as const;

/** `0.35 ± 0.21`; of an ability on a bound of those looked for `≥ 6.00`, without an error, of which nothing is known. */
function abilityText({ ability, se, atBound }: LiveModel): string {
  if (ability === null) return '–';
  // Absent from earlier results.
  return atBound == null
    ? `${decimal(ability, 2)} ± ${decimal(se!, 2)}`
    : `${BOUND_MARKS[atBound]} ${decimal(ability, 2)}`;
}

/** `14 of 34 (12–19)`: the place by the score, and those that the interval allows. */
function placeText({ place, bestPlace, worstPlace, places }: LiveModel): string {
  const range = bestPlace === worstPlace ? '' : ` (${bestPlace}–${worstPlace})`;
  return `${place} of ${places}${range}`;
}

function byTag({ models }: LiveResult): string {
  const tags = [...new Set(models.flatMap((model) => Object.keys(model.tags)))];
  return tags
    .map((tag) => {
      const values = new Set(models.flatMap((model) => Object.keys(model.tags[tag] ?? {})));
      return textTable(
        [{ head: tag }, ...models.map(({ model }) => ({ head: model, align: 'right' as const }))],
        [...values].map((value) => [
          value,
          ...models.map((model) => {
            const own = model.tags[tag]?.[value];
            if (own === undefined) return '–';
            return `${decimal(own.score, 1)} (${intervalText(own, own.verified)})`;
          }),
        ]),
      );
    })
    .join('\n\n');
}

/** The recorded models around each new one. */
function neighbours({ models, recorded, target }: LiveResult): string {
  const all = [
    ...recorded.map(({ model, actual }) => ({ model, score: actual, own: null })),
    ...models.map((own) => ({ model: `→ ${own.model}`, score: own.score, own })),
  ].sort((x, y) => y.score - x.score);
  const isNear = all.map((_, k) =>
    all.slice(Math.max(0, k - NEIGHBOURS), k + NEIGHBOURS + 1).some(({ own }) => own !== null),
  );
  const rows: string[][] = [];
  all.forEach(({ model, score, own }, k) => {
    if (isNear[k])
      rows.push([
        model,
        decimal(score, 1),
        own === null ? 'recorded' : intervalText(shownScore(own, target), own.verified),
      ]);
    else if (k > 0 && isNear[k - 1]) rows.push(['…', '', '']);
  });
  return textTable(
    [
      { head: 'among the recorded models' },
      { head: 'score', align: 'right' },
      { head: '90% interval', align: 'right' },
    ],
    rows,
  );
}

function use({ models, unanswered, cost }: LiveResult): string {
  const rows = models.map(({ model, use: own }) => [
    model,
    count(own.answers),
    unreadText(own.unread),
    own.refused === 0 ? '–' : count(own.refused),
    own.cached === 0 ? '–' : count(own.cached),
    unreadText(own.retries),
    `${count(own.promptTokens)} + ${count(own.completionTokens)}`,
    own.latency === null ? '–' : `${decimal(own.latency, own.latency < 1 ? 2 : 1)} s`,
  ]);
  const table =
    models.length === 0
      ? []
      : [
          textTable(
            [
              { head: 'model' },
              { head: 'answers', align: 'right' },
              { head: 'without a readable one' },
              { head: 'refused', align: 'right' },
              { head: 'from cache', align: 'right' },
              { head: 'retries' },
              { head: 'tokens in + out', align: 'right' },
              { head: 'median', align: 'right' },
            ],
            rows,
          ),
        ];
  return [
    ...table,
    ...unanswered.map(
      ({ model, error }) => `${model}: not a single answer${error === null ? '.' : ` (${error})`}`,
    ),
    ...(cost > 0 ? [`Cost of the run: ${money2(cost)}.`] : []),
  ].join('\n');
}

function unreadText(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).sort(([, n], [, m]) => m - n);
  return parts.length === 0 ? '–' : parts.map(([why, n]) => `${why} ${n}`).join(', ');
}

/** A share of unreadable answers from which the number says more of the reading than of the model. */
const MUCH_UNREAD = 0.1;

function notes(result: LiveResult): string {
  const { models, strategy, recordedAs, unconverged } = result;
  const lines: string[] = [];
  const target = result.target ?? 'recorded';
  if (target === 'expected' && models.length > 0)
    lines.push(
      'An expected score keeps an interval when every item was asked: the answers could have come out otherwise. --target recorded shows the scores on these items alone.',
    );
  const isOpen = (model: LiveModel) => {
    const { low, high } = shownScore(model, target);
    return low < high;
  };
  if (models.some((model) => !model.verified && isOpen(model)))
    lines.push(
      strategy === 'random'
        ? '? a test that is not finished, or of a part of the bank: its interval is not to be trusted.'
        : strategy === 'robust'
          ? '? unverified: too few recorded models like it to learn that width from, a test that is not finished, or items that could be chosen from a part of the bank only.'
          : result.calibration != null
            ? `? unverified: the errors of the item parameters are in the interval as far as their calibration knows them, but its width was checked on no model; such parameters come of few models that know one another's answers. Recorded answers of other models, and --strategy robust, would check it.`
            : `? unverified: by "${strategy}" an interval is the model's own, which has been too narrow on real banks; --strategy robust learns its width.`,
    );
  for (const [model, name] of Object.entries(recordedAs))
    lines.push(
      result.calibration == null
        ? `${plainText(model)}: recorded as ${plainText(name)}, and tested on a calibration without that and its family.`
        : `${plainText(model)}: recorded as ${plainText(name)}; its recorded answers are not in the calibration.`,
    );
  lines.push(
    ...markNotes(
      models.map((model) => ({ alarm: model.alarm, answered: 1 })),
      strategy === 'robust',
    ),
  );
  if (models.some(({ atBound }) => atBound != null))
    lines.push(
      '≤, ≥ the ability is on the bound of those that are looked for: so many of its answers were wrong, or right, that these items do not place it. The score beside it is the least or the most that they can predict.',
    );
  for (const { model: name, use: own } of models) {
    const model = plainText(name);
    if (own.refused > MUCH_UNREAD * own.answers)
      lines.push(
        `warning: ${model}: ${percent(own.refused / own.answers)} of the questions were refused or got no answer, and count as wrong: the score says more of the endpoint than of the model.`,
      );
    const unread = Object.values(own.unread).reduce((sum, n) => sum + n, 0);
    if (unread > MUCH_UNREAD * own.answers)
      lines.push(
        `${model}: ${percent(unread / own.answers)} of its answers could not be read and count as wrong${(own.unread.truncated ?? 0) > unread / 2 ? '; most were cut off: raise -M max-tokens=N' : ''}. See them with: thetarank rank … --resume --out DIR --outputs`,
      );
  }
  if (unconverged.length > 0)
    lines.push(
      `warning: the calibration from ${unconverged.join(', and that from ')} has not converged; add recorded models or answers. (Exit code 3.)`,
    );
  return lines.join('\n');
}

function next(
  { complete, models, bank, items, run, database, calibration }: LiveResult,
  out?: string,
): string {
  const lines = out === undefined ? [] : [`Written to ${out}.`];
  lines.push(`Kept as run ${run} in ${database}.`);
  const isSpent = models.some(({ stopped }) => stopped === 'budget');
  if (!complete)
    lines.push(
      isSpent
        ? 'The budget is spent. Next: the same command with --resume and a larger --budget goes on where this one stopped.'
        : 'Next: the same command with --resume goes on where this one stopped.',
    );
  else if (models.length > 0)
    lines.push(
      calibration == null
        ? `Next: more items narrow the interval (--items ${2 * items}); how far to trust them on this bank: thetarank simulate post-hoc --bank ${bank}`
        : `Next: more items narrow the interval (--items ${2 * items}); random items need no parameters and say how far to trust it: --strategy random without --calibration`,
    );
  return lines.join('\n');
}
