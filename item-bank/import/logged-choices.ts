import { letterAt, lettered } from './letters.ts';
import { Rejection } from './records.ts';

type Options = Readonly<Record<string, string>>;

/** The letter of each option under the label that a log has for it: `1` for the first, `A`, the text itself. */
interface Labelled {
  readonly options: Options;
  readonly labels: readonly string[];
}

/** Options of a logged document: a list, letters to texts, or `{text: […], label: […]}`; undefined for anything else. */
export function loggedOptions(value: unknown): Labelled | undefined {
  if (isTexts(value)) return labelled(value, []);
  if (typeof value !== 'object' || value === null) return undefined;
  const { text, label } = value as { text?: unknown; label?: unknown };
  if (isTexts(text)) return labelled(text, isTexts(label) ? label : []);
  const entries = Object.entries(value);
  const isLetters = entries.every(([name, one]) => /^[A-Z]$/.test(name) && typeof one === 'string');
  if (!isLetters || entries.length < 2) return undefined;
  return labelled(
    entries.map(([, one]) => one as string),
    entries.map(([name]) => name),
  );
}

/** Options by letter from A, each with its label in the log. */
export function labelled(texts: readonly string[], labels: readonly string[]): Labelled {
  return {
    options: lettered(texts.map((text) => text.trim())),
    labels: texts.map((_, k) => labels[k] ?? letterAt(k)),
  };
}

/**
 * The letters that a log's target names: texts of options, labels, or, where `isIndex`, places from 0.
 * @throws Rejection where it names no option
 */
export function targetLetters(
  target: unknown,
  { options, labels }: Labelled,
  isIndex: boolean,
): string[] {
  const targets = Array.isArray(target) ? target : [target];
  const letters = targets.map((one): string => {
    const text = String(one ?? '').trim();
    const index = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
    if (isIndex && index < labels.length) return letterAt(index);
    const byText = Object.keys(options).find((letter) => options[letter] === text);
    if (byText !== undefined) return byText;
    // `(B)` and `B.` are common.
    const bare = text.replaceAll(/^\(|[).]$/g, '');
    const byLabel = labels.findIndex((label) => label.trim() === bare);
    if (byLabel !== -1) return letterAt(byLabel);
    throw new Rejection('a target that names no option');
  });
  return [...new Set(letters)].sort();
}

function isTexts(value: unknown): value is string[] {
  return (
    Array.isArray(value) && value.length >= 2 && value.every((text) => typeof text === 'string')
  );
}
