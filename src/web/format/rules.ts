import type { PromptSettings, RulesSummary } from '../../api/sessions.ts';
import { counted } from './words.ts';

/** The rules of an adaptive test on one line. */
export function rulesWords(rules: RulesSummary): string {
  const { estimator, prior, start, select, stop, quotas, enemies, exclude } = rules;
  const isBayes = estimator === 'eap' || estimator === 'map';
  return [
    estimator,
    ...(isBayes ? [`prior ${prior.mean} ± ${prior.sd}`] : []),
    ...(start === 0 ? [] : [`start ${start}`]),
    ruleWords(select),
    ...(stop === undefined ? [] : [`until ${ruleWords(stop)}`]),
    ...(quotas.length === 0 ? [] : [counted(quotas.length, 'quota')]),
    ...(enemies === 0 ? [] : [counted(enemies, 'set of enemies', 'sets of enemies')]),
    ...(exclude === 0 ? [] : [`${counted(exclude, 'item')} excluded`]),
  ].join(', ');
}

function ruleWords({ rule, ...options }: Readonly<Record<string, unknown>>): string {
  const all = Object.entries(options).map(([name, value]) => `${name} ${value}`);
  return all.length === 0 ? String(rule) : `${rule} (${all.join(', ')})`;
}

/** How items were worded, on one line. */
export function promptWords(prompt: PromptSettings | null): string {
  if (prompt === null) return 'default';
  const { variant, shots, language, mode, system } = prompt;
  return [
    variant,
    ...(shots === 0 ? [] : [counted(shots, 'shot')]),
    ...(language === null ? [] : [language]),
    ...(mode === 'default' ? [] : [`read as ${mode}`]),
    ...(system === null ? [] : ['system message']),
  ].join(', ');
}
