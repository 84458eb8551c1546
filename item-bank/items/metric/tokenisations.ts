/** The rules that split a text into tokens; `src/scoring/metrics/tokens` has one file for each. */
export const TOKENISATIONS = ['characters', 'words', '13a', 'zh'] as const;

export type Tokenisation = (typeof TOKENISATIONS)[number];
