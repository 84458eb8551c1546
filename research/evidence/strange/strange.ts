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

/** Banks, lengths and tests of each kind of the table of misfit. */
const MISFIT = {
  banks: ['mmlu-pro', 'cruxeval-o', 'math', 'legalbench'],
  lengths: [100, 243],
  tests: 20,
};

export const strange = study({
  question:
    'Do robust tests hold for strange examinees, such as guessers or a model that is exchanged? A minute or two a bank; of ordinary models each is tested.',
  page: 'strange-models.md',
  settings: { items: 243, tests: 40, seed: 1 },
  tables: ({ items, tests, seed, data }) => {
    const studyOf = (name: string, most: number): StudyOfBank => {
      const { bank, families } = bankOf(name, data);
      const length = Math.min(most, Math.floor(0.6 * bank.responses.items.length));
      return {
        ...{ bank: name, items: length },
        of: new StrangeStudy({ bank, families, options: keysOf(bank, data), items: length, seed }),
      };
    };
    return {
      tests: table(BANKS, 1, (bank) =>
        testsOf(studyOf(bank, items), (kind, targets) => (kind === 'ordinary' ? targets : tests)),
      ),
      misfit: table(
        MISFIT.banks.flatMap((bank) => MISFIT.lengths.map((length) => ({ bank, items: length }))),
        1,
        (cell) => testsOf(studyOf(cell.bank, cell.items), () => MISFIT.tests),
      ),
    };
  },
  write: ({ tests, misfit }) =>
    strangePage(
      tests.flatMap(({ results }) => results.flat()),
      misfit.flatMap(({ results }) => results.flat()),
    ),
});

interface StudyOfBank {
  readonly bank: string;
  readonly items: number;
  readonly of: StrangeStudy;
}

function testsOf(
  { bank, items, of }: StudyOfBank,
  count: (kind: string, targets: number) => number,
): KeptTest[] {
  return EXAMINEE_KINDS.filter((kind) => of.has(kind)).flatMap((kind) =>
    Array.from({ length: count(kind.name, of.targets) }, (_, n) => ({
      ...{ bank, items, kind: kind.name, n },
      test: of.test(kind, n),
    })),
  );
}

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
