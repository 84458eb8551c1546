import { z } from 'zod';
import { shortText } from '../fields.ts';

/** A rule by its name, or with its options. */
export type Rule = string | Readonly<Record<string, string | number | boolean>>;

/** Reads a rule with its options: `randomesque:best=10`. Null if it cannot be read. */
export function ruleOf(text: string): Rule | null {
  const [rule, ...options] = text.split(':');
  if (options.length === 0) return rule;
  const pairs = options.map((option): [string, number | boolean] => {
    const [name, value = '', ...more] = option.split('=');
    const given = value === 'true' || value === 'false' ? value === 'true' : Number(value);
    const isWhole = more.length === 0 && name !== '' && value.trim() !== '';
    return [name, isWhole ? given : Number.NaN];
  });
  const isRead = pairs.every(([, value]) => !Number.isNaN(value));
  return isRead ? { rule, ...Object.fromEntries(pairs) } : null;
}

export const rule = shortText.refine((text) => ruleOf(text) !== null, {
  error: 'one rule with its options, such as randomesque:best=10',
});

export const rules = z
  .array(shortText)
  .min(1)
  .refine((all) => all.every((text) => ruleOf(text) !== null), {
    error: 'names of rules, each with its options, such as randomesque:best=10',
  });
