const TYPES: readonly (readonly [ending: string, type: string])[] = [
  ['.csv', 'text/csv'],
  ['.json', 'application/json'],
  ['.eval', 'application/zip'],
  ['.parquet', 'application/vnd.apache.parquet'],
];

/** The content type of an upload, from the ending of its name; JSON Lines where it is no other. */
export function uploadType(file: string): string {
  const found = TYPES.find(([ending]) => file.toLowerCase().endsWith(ending));
  return found?.[1] ?? 'application/jsonl';
}
