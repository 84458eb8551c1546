/** A value as JSON with the fields of all objects in order of their names: equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, own) =>
    typeof own === 'object' && own !== null && !Array.isArray(own)
      ? Object.fromEntries(Object.entries(own).sort(([x], [y]) => (x < y ? -1 : 1)))
      : own,
  );
}
