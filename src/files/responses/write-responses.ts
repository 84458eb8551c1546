import { type ResponseMatrix, shortestScore } from '../../irt/responses.ts';
import { type CsvCell, toCsv } from '../write/write.ts';
import { asItemColumns } from './metadata-columns.ts';
import { SIMULATED } from './wide-responses.ts';

/** Recorded answers as they are written; a family of each examinee, or null. */
export interface WrittenResponses {
  readonly matrix: ResponseMatrix;
  readonly families: readonly string[] | null;
  readonly standIns?: readonly string[];
}

const BATCH = 65_536;

/**
 * Recorded answers as CSV that readResponses reads back: the wide form, or the long form where the names of the items would make
 * the header of a wide file mean something else.
 */
export function responsesCsv({ matrix, families, standIns }: WrittenResponses): string {
  const { examinees, items, scores } = matrix;
  const isLikeLong = items.length === 2 && items[0] === 'item' && items[1] === 'score';
  const isMarked = standIns !== undefined;
  if (families === null && !isMarked && isLikeLong) return longCsv(matrix);
  const rows = examinees.map((examinee, m): CsvCell[] => {
    const row = Array.from(
      scores.subarray(m * items.length, (m + 1) * items.length),
      shortestScore,
    );
    return [
      examinee,
      ...(families === null ? [] : [families[m]]),
      ...(isMarked ? [String(standIns.includes(examinee))] : []),
      ...row,
    ];
  });
  const head = [
    'examinee',
    ...(families === null ? [] : ['family']),
    ...(isMarked ? [SIMULATED] : []),
  ];
  return toCsv([...head, ...asItemColumns(items)], rows);
}

/** With empty cells, so that an item without an answer stays. */
function longCsv({ examinees, items, scores }: ResponseMatrix): string {
  const rows = examinees.flatMap((examinee, m) =>
    items.map((item, j): CsvCell[] => [
      examinee,
      item,
      shortestScore(scores[m * items.length + j]),
    ]),
  );
  return toCsv(['examinee', 'item', 'score'], rows);
}

/**
 * Writes recorded answers as Parquet in the long form: `examinee`, `family` where it is known, `item`, `score`. A row without a score keeps an item or an
 * examinee that has no answer; other answers that are missing have no row.
 * @throws FILE_UNWRITABLE
 */
export async function writeResponsesParquet(
  path: string,
  { matrix, families, standIns }: WrittenResponses,
): Promise<void> {
  const { examinees, items, scores } = matrix;
  const width = items.length;
  const isAnswered = (at: number) => !Number.isNaN(scores[at]);
  const itemHasAnswer = items.map((_, j) => examinees.some((_, m) => isAnswered(m * width + j)));
  const { parquetWriter } = await import('../parquet/write-parquet.ts');
  const writer = parquetWriter(path, [
    { name: 'examinee', type: 'string' },
    ...(families === null ? [] : [{ name: 'family', type: 'string' as const }]),
    ...(standIns === undefined ? [] : [{ name: SIMULATED, type: 'string' as const }]),
    { name: 'item', type: 'string' },
    { name: 'score', type: 'float', nullable: true },
  ]);
  try {
    for (const [m, examinee] of examinees.entries()) {
      const own = items.map((_, j) => isAnswered(m * width + j));
      const isSilent = !own.includes(true);
      const kept = items.flatMap((_, j) =>
        own[j] || (m === 0 && !itemHasAnswer[j]) || (isSilent && j === 0) ? [j] : [],
      );
      for (let from = 0; from < kept.length; from += BATCH) {
        const some = kept.slice(from, from + BATCH);
        writer.add({
          examinee: some.map(() => examinee),
          ...(families !== null && { family: some.map(() => families[m]) }),
          ...(standIns !== undefined && {
            [SIMULATED]: some.map(() => String(standIns.includes(examinee))),
          }),
          item: some.map((j) => items[j]),
          score: some.map((j) => (own[j] ? scores[m * width + j] : null)),
        });
      }
    }
    writer.close();
  } finally {
    writer.discard();
  }
}
