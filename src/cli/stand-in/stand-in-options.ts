import { InvalidArgumentError } from 'commander';
import type { DebateSettings } from '../../../sim/debate/settings.ts';
import { nearestNames, suggestion } from '../../nearest.ts';
import type { SimulatedAnnotator } from '../../stand-in/answerers/annotator.ts';
import type { SimulatedJudge } from '../../stand-in/answerers/judge.ts';
import { FAULTS, type Fault, type FaultRates } from '../../stand-in/faults.ts';
import type { Latency } from '../../stand-in/options.ts';
import type { SimulatedAuditor } from '../../stand-in/writing/writers.ts';

/** Reads `429:0.05,cut:0.01`. */
export function faultRates(text: string): FaultRates {
  const rates: Partial<Record<Fault, number>> = {};
  for (const part of text.split(',')) {
    const [name, share] = splitLast(part);
    const fault = FAULTS.find((known) => known === name);
    if (fault === undefined)
      throw new InvalidArgumentError(
        `Unknown fault "${name}". ${suggestion(name, nearestNames(name, FAULTS))} All: ${FAULTS.join(', ')}.`,
      );
    const rate = share.trim() === '' ? Number.NaN : Number(share);
    if (!(rate >= 0 && rate <= 1))
      throw new InvalidArgumentError(`Accepted: a share from 0 to 1 after ${name}:, such as 0.05.`);
    rates[fault] = rate;
  }
  const sum = Object.values(rates).reduce((total, rate) => total + rate, 0);
  // A little more than 1 may be the rounding of ten tenths.
  if (sum > 1 + 1e-9) throw new InvalidArgumentError('The shares add up to more than 1.');
  return rates;
}

/** Reads `strong:1.5,weak:-1`; names may hold colons. */
export function abilities(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const part of text.split(',')) {
    const [name, number] = splitLast(part);
    const ability = number.trim() === '' ? Number.NaN : Number(number);
    if (name === '' || !Number.isFinite(ability))
      throw new InvalidArgumentError('Accepted: NAME:ABILITY,…, such as strong:1.5,weak:-1.');
    if (found.has(name)) throw new InvalidArgumentError(`"${name}" is listed twice.`);
    found.set(name, ability);
  }
  return found;
}

/** Reads `mild:0.1:0.05,strict:-0.1:0.05`: name, bias and noise; both are 0 by default. */
export function judges(text: string): Map<string, SimulatedJudge> {
  const found = new Map<string, SimulatedJudge>();
  for (const part of text.split(',')) {
    const [name, bias = '0', noise = '0', ...more] = part.split(':').map((one) => one.trim());
    const judge = {
      bias: bias === '' ? Number.NaN : Number(bias),
      noise: noise === '' ? Number.NaN : Number(noise),
    };
    if (
      name === '' ||
      more.length > 0 ||
      !(Math.abs(judge.bias) <= 1) ||
      !(judge.noise >= 0 && judge.noise <= 10)
    )
      throw new InvalidArgumentError(
        'Accepted: NAME:BIAS:NOISE,…, in shares of the scale, such as mild:0.1:0.05,strict:-0.1:0.05.',
      );
    if (found.has(name)) throw new InvalidArgumentError(`"${name}" is listed twice.`);
    found.set(name, judge);
  }
  return found;
}

/** Reads `good:0.05,poor:0.3:0.02:0.01`: name, errors, refusals, unreadable replies; all are 0 by default. */
export function annotators(text: string): Map<string, SimulatedAnnotator> {
  const found = new Map<string, SimulatedAnnotator>();
  for (const part of text.split(',')) {
    const [name, ...shares] = part.split(':').map((one) => one.trim());
    const [errors = 0, refusals = 0, unreadable = 0, ...more] = shares.map((one) =>
      one === '' ? Number.NaN : Number(one),
    );
    const isShare = (x: number) => x >= 0 && x <= 1;
    if (
      name === '' ||
      more.length > 0 ||
      ![errors, refusals, unreadable, refusals + unreadable].every(isShare)
    )
      throw new InvalidArgumentError(
        'Accepted: NAME:ERRORS:REFUSALS:UNREADABLE,…, shares from 0 to 1, such as good:0.05,poor:0.3:0.02.',
      );
    if (found.has(name)) throw new InvalidArgumentError(`"${name}" is listed twice.`);
    found.set(name, { errors, refusals, unreadable });
  }
  return found;
}

/** Reads `writer:0.4,other:0`: name, and the share of questions with a planted fault; 0 by default. */
export function writerFlaws(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const part of text.split(',')) {
    const [name, flaws = '0', ...more] = part.split(':').map((one) => one.trim());
    const rate = flaws === '' ? Number.NaN : Number(flaws);
    if (name === '' || more.length > 0 || !(rate >= 0 && rate <= 1))
      throw new InvalidArgumentError('Accepted: NAME:FLAWS,…, such as writer:0.4.');
    if (found.has(name)) throw new InvalidArgumentError(`"${name}" is listed twice.`);
    found.set(name, rate);
  }
  return found;
}

/** Reads `auditor:0.9:0.05`: name, sensitivity and false alarms; 1 and 0 by default. */
export function auditors(text: string): Map<string, SimulatedAuditor> {
  const found = new Map<string, SimulatedAuditor>();
  for (const part of text.split(',')) {
    const [name, found1 = '1', alarms = '0', ...more] = part.split(':').map((one) => one.trim());
    const sensitivity = found1 === '' ? Number.NaN : Number(found1);
    const falseAlarms = alarms === '' ? Number.NaN : Number(alarms);
    const isShare = (value: number) => value >= 0 && value <= 1;
    if (name === '' || more.length > 0 || !isShare(sensitivity) || !isShare(falseAlarms))
      throw new InvalidArgumentError(
        'Accepted: NAME:SENSITIVITY:FALSE-ALARMS,…, such as auditor:0.9:0.05.',
      );
    if (found.has(name)) throw new InvalidArgumentError(`"${name}" is listed twice.`);
    found.set(name, { sensitivity, falseAlarms });
  }
  return found;
}

/** Reads a share. */
export function share(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!(value >= 0 && value <= 1)) throw new InvalidArgumentError('Accepted: a share from 0 to 1.');
  return value;
}

/** Reads `ODDS` or `ODDS:TRUTH`. */
export function persuasion(text: string): Pick<DebateSettings, 'persuasion'> & { truth?: number } {
  const [odds, truth] = numbers(text);
  if (!(odds >= 0) || !(truth === undefined || Number.isFinite(truth)))
    throw new InvalidArgumentError(
      'Accepted: ODDS or ODDS:TRUTH, such as 1 or 0.5:2; with odds of 0 no model is persuaded, with Infinity every model.',
    );
  return truth === undefined ? { persuasion: odds } : { persuasion: odds, truth };
}

/** Reads `SHARE` or `SHARE:VARIANCE`. */
export function sharedErrors(text: string): Pick<DebateSettings, 'shared'> & { common?: number } {
  const [shared, common] = numbers(text);
  if (!(shared >= 0 && shared <= 1) || !(common === undefined || (common >= 0 && common < 1e6)))
    throw new InvalidArgumentError(
      'Accepted: SHARE or SHARE:VARIANCE, a share from 0 to 1 and a variance from 0, such as 0.5 or 0.5:1.',
    );
  return common === undefined ? { shared } : { shared, common };
}

/** One or two numbers separated by a colon; NaN for anything else. */
function numbers(text: string): [number, number?] {
  const parts = text.split(':').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  return parts.length > 2 ? [Number.NaN] : [parts[0], parts[1]];
}

/** Reads `MS` or `MS:JITTER`. */
export function latency(text: string): Latency {
  const match = /^(\d+(?:\.\d+)?)(?::(\d+(?:\.\d+)?))?$/.exec(text);
  if (match === null)
    throw new InvalidArgumentError('Accepted: MS or MS:JITTER in milliseconds, such as 200:50.');
  return { mean: Number(match[1]), jitter: Number(match[2] ?? 0) };
}

function splitLast(part: string): [string, string] {
  const at = part.lastIndexOf(':');
  return at === -1 ? [part.trim(), ''] : [part.slice(0, at).trim(), part.slice(at + 1)];
}
