import { acceptedInWords } from '../../../src/text/accepted-in-words.ts';
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
  const fields = fieldsOf(value);
  const { success, data, error } = metricSchema.safeParse(fields);
  if (success) return { metric: data };
  const [issue] = error.issues;
  const { path } = issue;
  if (path[0] === 'name' || path.length === 0) {
    const isName = error.issues.every(({ code }) => code === 'invalid_union');
    if (isName) return { problem: `unknown metric ${shown(value)}; accepted: ${NAMES.join(', ')}` };
  }
  const { name } = fields as { readonly name: string };
  const field = path.map(String).join('.');
  const example = EXAMPLES.get(name);
  if (example !== undefined && !Object.hasOwn(fields as object, field))
    return { problem: `${name} is an object with the field ${field}, such as ${example}` };
  if (issue.code === 'unrecognized_keys')
    return { problem: `${name} has no option ${shown(issue.keys[0])}` };
  if (issue.code === 'custom') return { problem: `${name}: ${issue.message}` };
  return { problem: `${name}: ${field}: accepted: ${acceptedInWords(issue).slice(0, 300)}` };
}

/** Metrics that a name alone does not say. */
const EXAMPLES: ReadonlyMap<string, string> = new Map([
  ['rubric', '{"name": "rubric", "rubric": "cmb-clin"}'],
  ['command', '{"name": "command", "program": "units"}'],
]);

function fieldsOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return (text.startsWith('{') ? parseJson(text) : undefined) ?? { name: text };
}

function shown(value: unknown): string {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : value;
  return (JSON.stringify(name) ?? 'undefined').slice(0, 100);
}
