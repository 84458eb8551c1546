import { ENGLISH, type Words } from '../../languages/words.ts';
import { shellWord } from '../../shell-word.ts';
import type { ComparedChange, ComparisonResult } from '../../workflow/compare/comparison-result.ts';
import type { ComparedWord } from '../../workflow/compare/find-compared.ts';
import { sourceOf } from '../options/bank-source.ts';
import type { CompareOptions } from './compare.ts';
import { USUAL } from './compare-options.ts';

/** A call of the command, which its next step repeats with other options. */
export interface CompareCall {
  readonly words: readonly ComparedWord[];
  readonly options: CompareOptions;
}

/** What a next step changes. */
interface Changed {
  readonly items?: number | undefined;
  readonly target?: CompareOptions['target'];
  readonly plan?: boolean;
  /** Options of models that are asked: `--reuse`, so that kept replies are not paid for again. */
  readonly asking?: '--reuse' | '--resume';
}

/** The same call with other options, as it is typed. */
export function compareCommand(
  { words, options }: CompareCall,
  changed: Changed,
  t: Words = ENGLISH,
): string {
  const { failIf, equivalentWithin, leaveOut, budget, modelArg, taskArg } = options;
  const { items = options.items, target = options.target, plan, asking } = changed;
  const isAsking = words.some(({ kind }) => kind === 'endpoint');
  const unusual = <Name extends keyof typeof USUAL>(name: Name, flag: string, value: unknown) =>
    value === USUAL[name] ? [] : [`${flag} ${value}`];
  const given = [
    ...words.map(({ text }) => shellWord(text)),
    sourceOf(options),
    ...(items === undefined ? [] : [`--items ${items}`]),
    ...(options.stopEarly === true ? ['--stop-early'] : []),
    ...unusual('kinship', '--kinship', options.kinship),
    ...(leaveOut.length === 0 ? [] : [`--leave-out ${shellWord(leaveOut.join())}`]),
    ...unusual('seed', '--seed', options.seed),
    ...unusual('target', '--target', target),
    ...unusual('confidence', '--confidence', options.confidence),
    ...(failIf === undefined
      ? []
      : [`--fail-if ${shellWord(`drop>${failIf.drop}@${failIf.confidence}`)}`]),
    ...(equivalentWithin === undefined ? [] : [`--equivalent-within ${equivalentWithin}`]),
    ...(plan === true ? ['--plan'] : []),
    ...(isAsking && budget !== undefined ? [`--budget ${shellWord(budget)}`] : []),
    ...(isAsking && asking !== undefined ? [asking] : []),
  ];
  const others = isAsking && (modelArg !== undefined || taskArg !== undefined);
  return `thetarank compare ${given.join(' ')}${others ? t(' (with the same -M and -T)') : ''}`;
}

/** A call without the addresses of models, for files that are sent to others. */
export function withoutAddresses({ words, options }: CompareCall): CompareCall {
  const hidden = words.map((word) =>
    word.kind === 'endpoint'
      ? { ...word, text: `${word.text.slice(0, word.text.indexOf('@'))}@ADDRESS` }
      : word,
  );
  return { words: hidden, options };
}

/** What to do next. */
export function nextStep(result: ComparisonResult, call: CompareCall, t: Words = ENGLISH): string {
  if (result.outcome === 'unfinished') return t('the same command with --resume');
  const open = result.changes.filter(({ isOpen }) => isOpen);
  const more = open.flatMap(({ more }) => (more === null ? [] : [more]));
  const items =
    more.length > 0
      ? result.asked + Math.max(...more)
      : Math.min(2 * result.asked, result.comparedItems);
  const isMore = open.length > 0 && items > result.asked;
  const byBank = recordedStep(result, call, open, t);
  if (isMore)
    return `${t('ask more items: {command}', { command: compareCommand(call, { items, asking: '--reuse' }, t) })}${byBank === null ? '' : t('; or {step}', { step: byBank })}`;
  if (result.chosenItems)
    return t('to compare on the bank, ask one of them: {command}', {
      command: 'thetarank compare FIRST NAME@ADDRESS --bank …',
    });
  if (byBank !== null) return byBank;
  if (open.length > 0)
    return t('this bank cannot decide it, even by the scores on this bank alone');
  return t('to see the score of each model with its place: {command}', {
    command: scoresOf(call),
  });
}

/** What prints the scores of the compared models: those that were asked, from their kept replies; or those recorded; or those of a run. */
function scoresOf({ words, options }: CompareCall): string {
  const of = (kind: ComparedWord['kind']) =>
    words.flatMap((word) => (word.kind === kind ? [word.text] : []));
  const [asked, recorded] = [of('endpoint'), of('recorded')];
  const rank = `thetarank rank ${sourceOf(options)}`;
  if (asked.length > 0)
    return `${rank}${asked.map((text) => ` --model ${shellWord(text)}`).join('')} --reuse`;
  const run = words.flatMap((word) => (word.kind === 'run' ? [word.run] : []))[0];
  return run === undefined
    ? `${rank} --models ${shellWord(recorded.join())}`
    : `thetarank runs show ${run}`;
}

/** The comparison by the scores on this bank, if these answers decide it; null if not. */
function recordedStep(
  result: ComparisonResult,
  call: CompareCall,
  open: readonly ComparedChange[],
  t: Words,
): string | null {
  const { target, chosenItems, stopsEarly, items } = result;
  if (target === 'recorded' || chosenItems || open.length === 0) return null;
  if (!open.every((change) => isDecidedOnBank(change, result))) return null;
  // The run is the same one where the target does not say when it stops.
  const asking = stopsEarly ? '--reuse' : '--resume';
  return t('the scores on this bank alone decide it: {command}', {
    command: compareCommand(call, { items, target: 'recorded', asking }, t),
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
