import { letterAt } from '../letters.ts';
import { Rejection } from '../records/records.ts';
import { type Labelled, letterOfLabel, letterOfText } from './logged-choices.ts';

/** What tells how a target is meant. */
export interface HarnessTask {
  /** The logged document. */
  readonly doc: Readonly<Record<string, unknown>>;
  /** True where the options were offered one by one: a number then is a place from 0. */
  readonly isChoice: boolean;
  /** True where they were offered as A, B, …: the target then is none of their texts. */
  readonly areLettersSent: boolean;
}

/** Fields that hold the place of the right option where they hold a number. */
const PLACES = ['answer', 'label', 'gold', 'target', 'cop', 'correct'];

/**
 * The letter of the option that a target of lm-evaluation-harness names: by label, by text or, from 0, by place. Where
 * these are different options, the document decides: by its `answerKey`, which is a label, or by the same number.
 * @throws Rejection where it names no option, or nothing tells which
 */
export function harnessTarget(target: unknown, choices: Labelled, task: HarnessTask): string {
  const text = String(target ?? '').trim();
  const place = /^\d{1,2}$/.test(text) && Number(text) < choices.labels.length;
  const readings = {
    label: letterOfLabel(text, choices),
    text: task.areLettersSent ? undefined : letterOfText(text, choices),
    place: place ? letterAt(Number(text)) : undefined,
  };
  const named = new Set(Object.values(readings).filter((letter) => letter !== undefined));
  const [first] = named;
  // Of a generated answer nobody knows whether places count from 0.
  const isPlaceAlone = readings.label === undefined && readings.text === undefined;
  if (first === undefined || (isPlaceAlone && !task.isChoice))
    throw new Rejection('a target that is none of the options');
  if (named.size === 1) return first;
  const stated = statedLetter(text, choices, task);
  if (stated !== undefined && named.has(stated)) return stated;
  const ways = Object.entries(readings).filter(([, letter]) => letter !== undefined);
  throw new Rejection(
    `an ambiguous target: ${ways.map(([way, letter]) => `by its ${way} ${letter}`).join(', ')}`,
  );
}

/** What the document says of the right option. */
function statedLetter(
  target: string,
  choices: Labelled,
  { doc, isChoice }: HarnessTask,
): string | undefined {
  const { answerKey } = doc;
  if (choices.areStated && typeof answerKey === 'string') return letterOfLabel(answerKey, choices);
  const isPlace = PLACES.some((name) => typeof doc[name] === 'number' && `${doc[name]}` === target);
  return isChoice && isPlace ? letterAt(Number(target)) : undefined;
}
