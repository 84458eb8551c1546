import { shellWord } from '../../shell-word.ts';
import type { ComparedChange, ComparisonResult } from '../../workflow/compare/comparison-result.ts';
import { type ComparedWord, comparedWord } from '../../workflow/compare/find-compared.ts';
import type { Reading } from '../operation.ts';
import { sourceOf } from '../recorded-bank.ts';
import { typedCommand, withoutAddress } from '../typed-command.ts';
import { type CompareOptions, compareOptions } from './options.ts';

type Reader = Reading<CompareOptions>;

/** The same call with other options, as it is typed. Models that are asked again are not paid for again. */
function again(
  { given, ...reading }: Reader,
  { asking, ...changed }: { items?: number; target?: 'recorded'; asking: 'reuse' | 'resume' },
): string {
  const isAsking = reading.options.models.some((text) => comparedWord(text).kind === 'endpoint');
  const how = { reuse: undefined, resume: undefined, ...(isAsking ? { [asking]: true } : {}) };
  return typedCommand('compare', compareOptions, { ...given, ...changed, ...how }, reading);
}

/** What to do next. */
export function nextStep(result: ComparisonResult, reading: Reader): string {
  const { t } = reading;
  if (result.outcome === 'unfinished') return t('the same command with --resume');
  const open = result.changes.filter(({ isOpen }) => isOpen);
  const more = open.flatMap(({ more }) => (more === null ? [] : [more]));
  const items =
    more.length > 0
      ? result.asked + Math.max(...more)
      : Math.min(2 * result.asked, result.comparedItems);
  const isMore = open.length > 0 && items > result.asked;
  const byBank = recordedStep(result, reading, open);
  if (isMore)
    return `${t('ask more items: {command}', { command: again(reading, { items, asking: 'reuse' }) })}${byBank === null ? '' : t('; or {step}', { step: byBank })}`;
  if (result.chosenItems)
    return t('to compare on the bank, ask one of them: {command}', {
      command: 'thetarank compare FIRST NAME@ADDRESS --bank …',
    });
  if (byBank !== null) return byBank;
  if (open.length > 0)
    return t('this bank cannot decide it, even by the scores on this bank alone');
  return t('to see the score of each model with its place: {command}', {
    command: scoresOf(reading),
  });
}

/** What prints the scores of the compared models: those that were asked, from their kept replies; or those recorded; or those of a run. */
function scoresOf({ options, where, reader }: Reader): string {
  const words = options.models.map(comparedWord);
  const of = (kind: ComparedWord['kind']) =>
    words.flatMap((word) => (word.kind === kind ? [word.text] : []));
  const [asked, recorded] = [of('endpoint'), of('recorded')];
  const rank = `thetarank rank ${sourceOf(options, where)}`;
  if (asked.length > 0)
    return `${rank}${asked.map((text) => ` --model ${shellWord(reader === 'caller' ? text : withoutAddress(text))}`).join('')} --reuse`;
  const run = words.flatMap((word) => (word.kind === 'run' ? [word.run] : []))[0];
  return run === undefined
    ? `${rank} --models ${shellWord(recorded.join())}`
    : `thetarank runs show ${run}`;
}

/** The comparison by the scores on this bank, if these answers decide it; null if not. */
function recordedStep(
  result: ComparisonResult,
  reading: Reader,
  open: readonly ComparedChange[],
): string | null {
  const { target, chosenItems, stopsEarly, items } = result;
  if (target === 'recorded' || chosenItems || open.length === 0) return null;
  if (!open.every((change) => isDecidedOnBank(change, result))) return null;
  // The run is the same one where the target does not say when it stops.
  const asking = stopsEarly ? 'reuse' : 'resume';
  return reading.t('the scores on this bank alone decide it: {command}', {
    command: again(reading, { items, target: 'recorded', asking }),
  });
}

/** Whether the interval of the recorded change is on one side of what is asked: a cautious answer, since tests have one side. */
function isDecidedOnBank({ other }: ComparedChange, { failIf, within }: ComparisonResult): boolean {
  const { low, high } = other;
  const bounds =
    within === null && failIf === null
      ? [0]
      : [...(within === null ? [] : [-within, within]), ...(failIf === null ? [] : [-failIf.drop])];
  return bounds.every((bound) => low > bound || high < bound);
}
