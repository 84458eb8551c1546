import type { PromptSettings, RulesSummary } from '../../api/sessions.ts';
import { t } from '../words/t.ts';

/** The rules of an adaptive test on one line. */
export function rulesWords(rules: RulesSummary): string {
  const { estimator, prior, start, select, stop, quotas, enemies, exclude } = rules;
  const isBayes = estimator === 'eap' || estimator === 'map';
  return listed([
    estimator,
    isBayes ? t('prior {mean} ± {sd}', { mean: prior.mean, sd: prior.sd }) : null,
    start === 0 ? null : t('start {start}', { start }),
    ruleWords(select),
    stop === undefined ? null : t('until {rule}', { rule: ruleWords(stop) }),
    quotas.length === 0
      ? null
      : t('{n, plural, one {# quota} other {# quotas}}', { n: quotas.length }),
    enemies === 0
      ? null
      : t('{n, plural, one {# set of enemies} other {# sets of enemies}}', { n: enemies }),
    exclude === 0
      ? null
      : t('{n, plural, one {# item excluded} other {# items excluded}}', { n: exclude }),
  ]);
}

/** Names of rules and their options are those of the configuration, in any language. */
function ruleWords({ rule, ...options }: Readonly<Record<string, unknown>>): string {
  const all = Object.entries(options).map(([name, value]) => `${name} ${value}`);
  return all.length === 0 ? String(rule) : `${rule} (${all.join(', ')})`;
}

/** How items were worded, on one line. */
export function promptWords(prompt: PromptSettings | null): string {
  if (prompt === null) return t('default');
  const { variant, shots, language, mode, system } = prompt;
  return listed([
    variant,
    shots === 0 ? null : t('{n, plural, one {# shot} other {# shots}}', { n: shots }),
    language,
    mode === 'default' ? null : t('read as {mode}', { mode }),
    system === null ? null : t('system message'),
  ]);
}

const listed = (parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null).join(t(', ||between parts'));
