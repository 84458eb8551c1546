import { type Text, t } from '../../words/t.ts';

const KINDS: Readonly<Record<string, Text>> = {
  'monte-carlo': 'Monte Carlo',
  'test-length': 'test length',
};

/** What a kind of study is called; one that this page does not know as it is. */
export const studyKindName = (kind: string) => (KINDS[kind] === undefined ? kind : t(KINDS[kind]));
