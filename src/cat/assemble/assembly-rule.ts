import type { ShadowOptions } from './shadow-tests.ts';

/**
 * How a test is kept within quotas, enemy items and a budget: item by item, or by shadow tests. The default is item by item if
 * that is exact (`laminarOf`), and shadow tests if constraints overlap.
 */
export type AssemblyRule =
  | { readonly rule: 'greedy' }
  | ({ readonly rule: 'shadow' } & Partial<ShadowOptions>);

export const ASSEMBLY_NAMES = ['greedy', 'shadow'] as const;

/** The default options of shadow tests: a new one for every item, and always the best one. */
export function shadowOptions(rule: AssemblyRule | undefined): ShadowOptions {
  const { every = 1, within = 0 } = rule?.rule === 'shadow' ? rule : {};
  return { every, within };
}

/** What is wrong with a rule, in words; null if nothing is. */
export function wrongAssembly(rule: AssemblyRule): string | null {
  if (!(ASSEMBLY_NAMES as readonly string[]).includes(rule.rule))
    return `unknown assembly "${rule.rule}"; accepted: ${ASSEMBLY_NAMES.join(', ')}`;
  const { every, within } = shadowOptions(rule);
  if (!Number.isSafeInteger(every) || every < 1)
    return `assembly every is ${every}; accepted: a whole number from 1`;
  return within >= 0 && within < 1
    ? null
    : `assembly within is ${within}; accepted: a share from 0, below 1`;
}
