import { join } from 'node:path';
import type { RecordedBank } from 'thetarank';
import { EXAMINEE_KINDS, StrangeStudy, type StrangeTest } from 'thetarank/study';
import { study, table } from '../../study.ts';
import { bankOf, readCsv } from '../recorded-data.ts';
import { strangePage } from './page.ts';

/** The test of an examinee. */
export interface KeptTest {
  readonly bank: string;
  readonly items: number;
  readonly kind: string;
  readonly n: number;
  readonly test: StrangeTest;
}

const BANKS = [
  'mmlu-pro',
  'cruxeval-o',
  'swebench-verified',
  'ikp',
  'math',
  'legalbench',
  'arc_challenge',
];

export const strange = study({
  question:
    'Do robust tests hold for strange examinees, such as guessers or a model that is exchanged? A minute or two a bank; of ordinary models each is tested.',
  page: 'strange-models.md',
  settings: { items: 243, tests: 40, seed: 1 },
  tables: ({ items, tests, seed, data }) => {
    const studyOf = (name: string) => {
      const { bank, families } = bankOf(name, data);
      const length = Math.min(items, Math.floor(0.6 * bank.responses.items.length));
      return {
        of: new StrangeStudy({ bank, families, options: keysOf(bank, data), items: length, seed }),
        length,
      };
    };
    return {
      tests: table(BANKS, 1, (name) => {
        const { of, length } = studyOf(name);
        return EXAMINEE_KINDS.filter((kind) => of.has(kind)).flatMap((kind) =>
          Array.from({ length: kind.name === 'ordinary' ? of.targets : tests }, (_, n) => ({
            ...{ bank: name, items: length, kind: kind.name, n },
            test: of.test(kind, n),
          })),
        );
      }),
    };
  },
  write: ({ tests }) => strangePage(tests.flatMap(({ results }) => results.flat())),
});

/** How many options each item of mmlu-pro has, and the place of the right one; null for other banks. */
function keysOf({ name, responses }: RecordedBank, data: string) {
  if (name !== 'mmlu-pro') return null;
  const rows = readCsv(join(data, 'mmlu_pro/items.csv'));
  const found = new Map(rows.map((row) => [row.item, row]));
  const of = responses.items.map((item) => found.get(item));
  return {
    counts: Uint8Array.from(of, (row) => Number(row?.n_options ?? 0)),
    keys: Uint8Array.from(of, (row) => (row?.answer.charCodeAt(0) ?? 65) - 65),
  };
}
