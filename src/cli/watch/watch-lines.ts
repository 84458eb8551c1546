import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { decimal, intervalText, plural } from '../../numbers.ts';
import { LONGER } from '../../operations/asking/pattern-hints.ts';
import { endsText, lossWords, signed } from '../../operations/compare/change-words.ts';
import type { FailRule } from '../../operations/compare/options.ts';
import { plainText } from '../../plain-text.ts';
import { absentText } from '../../scoring/absent-text.ts';
import type { LiveResult } from '../../workflow/live/live-result.ts';
import { shownScore } from '../../workflow/live/shown-score.ts';
import type { Checkpoint } from '../../workflow/watch/checkpoint.ts';
import type { JudgedChange } from '../../workflow/watch/judge-checkpoint.ts';

/** Names shown in a note. */
const MOST_NAMES = 5;

/** What is printed of a checkpoint, also as a line of JSON. Scores in points. */
export interface WatchLine {
  readonly checkpoint: string;
  readonly path: string | null;
  /** `incomplete`: the budget ended its test early; `before`: an earlier call tested it, and its loss is judged again. */
  readonly state: 'tested' | 'incomplete' | 'failed' | 'before';
  readonly model: string | null;
  readonly run: number | null;
  readonly score: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly verified: boolean | null;
  readonly unverified: string | null;
  readonly alarm: string | null;
  readonly place: number | null;
  readonly answers: number;
  /** Answers that count as 0 because none could be read or the output was cut, and questions that were refused; null without a test. */
  readonly unread: number | null;
  readonly truncated: number | null;
  readonly refused: number | null;
  /** Questions longer than the context of the model; null without a test. */
  readonly tooLong: number | null;
  readonly cost: number | null;
  readonly seconds: number;
  readonly error: string | null;
  /** From the checkpoint before that is no shown loss; null if there is none, or one of the two has no finished test. */
  readonly change: JudgedChange | null;
}

const NOTHING = {
  ...{ model: null, run: null, score: null, low: null, high: null, verified: null },
  ...{ unverified: null, alarm: null, place: null, answers: 0, cost: null, error: null },
  ...{ unread: null, truncated: null, refused: null, tooLong: null },
  change: null,
} as const;

export function testedLine(
  { name, path }: Checkpoint,
  result: LiveResult,
  target: ScoreTarget,
  seconds: number,
  change: JudgedChange | null,
  isBefore = false,
): WatchLine {
  const [model] = result.models;
  const state = isBefore ? 'before' : result.complete ? 'tested' : 'incomplete';
  const line = {
    checkpoint: name,
    path,
    state,
    ...NOTHING,
    run: result.run,
    seconds,
    change,
  } as const;
  if (model === undefined) return line;
  const { score, low, high } = shownScore(model, target);
  return {
    ...line,
    model: model.model,
    ...{ score, low, high },
    verified: model.verified,
    unverified: model.unverified ?? null,
    alarm: model.alarm ?? null,
    place: model.place,
    answers: model.use.answers,
    unread: model.ifMissing?.unread ?? 0,
    truncated: model.ifMissing?.truncated ?? 0,
    refused: model.ifMissing?.refused ?? 0,
    tooLong: model.use.tooLong ?? 0,
    cost: result.cost,
  };
}

export function failedLine(
  { name, path }: Checkpoint,
  error: Error,
  model: string | null,
  seconds: number,
): WatchLine {
  const known = { checkpoint: name, path, state: 'failed' } as const;
  return { ...known, ...NOTHING, model, seconds, error: error.message };
}

/** The same for people. */
export function lineText(line: WatchLine, failIf: FailRule | undefined): string {
  const { checkpoint, state, run, score, low, high, verified, unverified, alarm, answers, change } =
    line;
  const name = plainText(checkpoint);
  if (state === 'failed') return `${name}: failed: ${line.error}`;
  if (score === null || low === null || high === null)
    return `${name}: no answer within the budget; run ${run}`;
  const notes = [
    ...(state === 'before' ? ['tested before'] : []),
    ...(state === 'incomplete' ? ['the budget ended the test early'] : []),
    ...(verified === false ? [`unverified: ${unverified}`] : []),
    ...(alarm === null ? [] : [`alarm: ${alarm}`]),
    ...absentNotes(line),
  ];
  const text = [
    `${name}: ${decimal(score, 1)} points, 90% ${intervalText({ low, high }, verified !== false)}`,
    plural(answers, 'item'),
    `run ${run}`,
    ...notes,
    ...(change === null ? [] : [changeText(change)]),
  ].join(', ');
  const regression = change?.regression;
  const moved = movedText(change);
  if (regression == null || failIf === undefined) return `${text}${moved}`;
  return change?.verified === false
    ? `${text}. --fail-if decides nothing, because the interval of the change is not verified.${moved}`
    : `${text}. ${lossWords(regression, failIf)}${moved}`;
}

/** `2 unreadable answers scored 0`; nothing if all answers are there. */
function absentNotes({ unread, truncated, refused, tooLong }: WatchLine): string[] {
  const text = absentText({
    unread: unread ?? 0,
    truncated: truncated ?? 0,
    refused: refused ?? 0,
  });
  return [
    ...(text === '' ? [] : [`${text} scored 0${truncated ? ` (${LONGER})` : ''}`]),
    ...(tooLong ? [`${plural(tooLong, 'question')} longer than its context`] : []),
  ];
}

/** A warning if the verdict rests on answers that are not there; else nothing. */
function movedText(change: JudgedChange | null): string {
  const without = change?.ifMissing;
  if (without === undefined) return '';
  if (without === null)
    return ' WARNING: one of the two tests has no readable answer, so the change says nothing about the models.';
  if (!without.movesVerdict) return '';
  const is =
    without.regression === null
      ? ''
      : `; a loss of the size of --fail-if is then ${without.regression.is}`;
  return ` WARNING: the change rests on answers that could not be read or were refused: without them ${signed(without.difference)} (${endsText(without)})${is}.`;
}

/** `−3.2 (−7.5 to +1.1) from checkpoint-11 on 120 shared items` */
function changeText(change: JudgedChange): string {
  const by =
    change.basis === 'items' ? `on ${plural(change.shared, 'shared item')}` : 'by their scores';
  const ends = `${endsText(change)}${change.verified ? '' : ' ?'}`;
  const { passedOver } = change;
  const without =
    passedOver.length === 0
      ? ''
      : ` (not from ${someNames(passedOver)}, which ${passedOver.length === 1 ? 'has' : 'have'} a shown loss)`;
  return `${signed(change.difference)} (${ends}) from ${plainText(change.from)}${without} ${by}`;
}

/** Names in a note. */
export function someNames(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map(plainText).join(', ');
  return names.length <= MOST_NAMES ? shown : `${shown} and ${names.length - MOST_NAMES} more`;
}
