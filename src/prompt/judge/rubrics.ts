import { fail } from '../../errors.ts';
import { nearestNames } from '../../nearest.ts';
import type { PromptLanguage } from '../wording/language.ts';
import { climedbench } from './builtin/climedbench.ts';
import { cmbClin } from './builtin/cmb-clin.ts';
import type { Rubric } from './rubric.ts';

/** The rubrics that are built in, in each language. */
const BUILTIN: Readonly<Record<string, Readonly<Record<PromptLanguage, Rubric>>>> = {
  'cmb-clin': cmbClin,
  climedbench,
};

export const BUILTIN_RUBRICS: readonly string[] = Object.keys(BUILTIN);

/**
 * The rubric of a name: one of the caller's, in its own language, or a built-in one in the language asked for.
 * @throws NAME_UNKNOWN
 */
export function rubricOf(
  name: string,
  language: PromptLanguage,
  own: readonly Rubric[] = [],
): Rubric {
  const found = own.find((rubric) => rubric.name === name);
  if (found !== undefined) return found;
  if (Object.hasOwn(BUILTIN, name)) return BUILTIN[name][language];
  const known = [...own.map((rubric) => rubric.name), ...BUILTIN_RUBRICS];
  return fail('NAME_UNKNOWN', { kind: 'rubric', name, nearest: nearestNames(name, known) });
}
