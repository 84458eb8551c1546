import { parseJson } from '../../../src/text/parse-json.ts';
import { type Metric, metricSchema } from './metric.ts';

const NAMES = metricSchema.options.map(({ shape }) => shape.name.value);

/**
 * The metric that a value names, with its usual options (`rouge-l`, `{"name": "bleu", "order": 2}`, or JSON of it), or what is wrong
 * with it.
 */
export function readMetric(
  value: unknown,
): { metric: Metric; problem?: never } | { metric?: never; problem: string } {
  const { success, data, error } = metricSchema.safeParse(fieldsOf(value));
  if (success) return { metric: data };
  const [{ path, message }] = error.issues;
  if (path[0] === 'name' || path.length === 0) {
    const isName = error.issues.every(({ code }) => code === 'invalid_union');
    if (isName) return { problem: `unknown metric ${shown(value)}; accepted: ${NAMES.join(', ')}` };
  }
  return { problem: `${path.map((part) => `${String(part)}: `).join('')}${message.slice(0, 300)}` };
}

function fieldsOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return (text.startsWith('{') ? parseJson(text) : undefined) ?? { name: text };
}

function shown(value: unknown): string {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : value;
  return (JSON.stringify(name) ?? 'undefined').slice(0, 100);
}
