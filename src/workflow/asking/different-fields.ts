/**
 * The fields in which two JSON values differ, such as `sampling.temperature`; numbers with both values. Texts are not shown:
 * prompts and headers are confidential.
 */
export function differentFields(before: unknown, now: unknown): string[] {
  if (!isObject(before) || !isObject(now)) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((field) => {
    const [old, own] = [before[field], now[field]];
    if (JSON.stringify(old) === JSON.stringify(own)) return [];
    const within = differentFields(old, own);
    if (within.length > 0) return within.map((inner) => `${field}.${inner}`);
    const isNumber = typeof old === 'number' && typeof own === 'number';
    return [isNumber ? `${field} (${old} then, ${own} now)` : field];
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
