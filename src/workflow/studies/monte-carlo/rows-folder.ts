import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { FACTORS } from '../../../../sim/monte-carlo/design/cells.ts';
import type { StudyDesign } from '../../../../sim/monte-carlo/design/study-design.ts';
import type { SessionRows } from '../../../../sim/monte-carlo/run/session-rows.ts';
import { fail } from '../../../errors.ts';
import type { ParquetColumn, ParquetType } from '../../../files/parquet/column-types.ts';
import { writeFileWhole } from '../../../files/write/write.ts';
import { parseJson } from '../../../text/parse-json.ts';
import { readText } from '../../../text/read-text.ts';

const FOLDER = 'rows';
export const ROWS_FILE = 'rows.parquet';
/** More rows of one block could not be kept in one text. */
const MOST_ROWS = 2_000_000;

const count = z.array(z.int().nonnegative());
const number = z.array(z.number());
const rowsFile = z.object({
  fingerprint: z.string(),
  rows: z.strictObject({
    cell: count,
    replication: count,
    examinee: count,
    trueAbility: number,
    estimate: number,
    se: z.array(z.number().nullable()),
    asked: count,
    stopped: z.array(z.string()),
    atBound: z.array(z.boolean()),
    score: number,
    predictedScore: number,
  }),
});

/** Rows of a study, kept by blocks until all are there. */
export interface RowsFolder {
  has(block: number): boolean;
  keep(block: number, rows: SessionRows): void;
  /** Writes the blocks 0 … count − 1 as one table, in their order. */
  merge(blocks: number, advance: () => void): Promise<void>;
}

/**
 * Opens the rows in the folder of a study.
 * @param perBlock sessions of a block
 * @throws OPTIONS_CONFLICT if a block has too many
 */
export function openRowsFolder(
  folder: string,
  fingerprint: string,
  design: StudyDesign,
  perBlock: number,
): RowsFolder {
  if (perBlock > MOST_ROWS)
    fail('OPTIONS_CONFLICT', {
      options: 'rows',
      reason: `a block of this study has ${perBlock} tests, but at most ${MOST_ROWS} can be written as rows. Use smaller groups, or with a rule of exposure fewer examinees or cells.`,
    });
  const path = (block: number) => join(folder, FOLDER, `${String(block).padStart(6, '0')}.json`);
  const there = new Set(existsSync(join(folder, FOLDER)) ? readdirSync(join(folder, FOLDER)) : []);
  return {
    has: (block) => there.has(`${String(block).padStart(6, '0')}.json`),
    keep: (block, rows) =>
      writeFileWhole(path(block), `${JSON.stringify({ fingerprint, rows })}\n`),
    async merge(blocks, advance) {
      const { parquetWriter } = await import('../../../files/parquet/write-parquet.ts');
      const writer = parquetWriter(join(folder, ROWS_FILE), COLUMNS, {
        metadata: { study: fingerprint },
      });
      try {
        for (let block = 0; block < blocks; block++) {
          writer.add(batchOf(readRows(path(block), fingerprint), design));
          advance();
        }
        writer.close();
      } catch (error) {
        writer.discard();
        throw error;
      }
    },
  };
}

function readRows(file: string, fingerprint: string): SessionRows {
  const parsed = rowsFile.safeParse(parseJson(readText(file).toString('utf8')));
  if (!parsed.success || parsed.data.fingerprint !== fingerprint)
    return fail('FILE_INVALID', {
      file,
      found: 'content that is not the rows of a block of this study',
      accepted: 'rows as thetarank wrote them; if you remove the file, they are simulated again',
    });
  return parsed.data.rows;
}

const FACTOR_TYPES: Readonly<Record<string, ParquetType>> = { lag: 'int32', length: 'int32' };

const COLUMNS: readonly ParquetColumn[] = [
  { name: 'cell', type: 'int32' },
  ...FACTORS.map((name) => ({ name, type: FACTOR_TYPES[name] ?? ('string' as const) })),
  { name: 'replication', type: 'int32' },
  { name: 'examinee', type: 'int32' },
  { name: 'trueAbility', type: 'double' },
  { name: 'estimate', type: 'double' },
  { name: 'se', type: 'double', nullable: true },
  { name: 'asked', type: 'int32' },
  { name: 'stopped', type: 'string' },
  { name: 'atBound', type: 'boolean' },
  { name: 'score', type: 'double' },
  { name: 'predictedScore', type: 'double' },
];

/** The rows of a block with the names of what is varied; cells from 1. */
function batchOf(rows: SessionRows, { cells }: StudyDesign) {
  const factors = FACTORS.map((name) => [name, rows.cell.map((k) => cells[k][name])]);
  return { ...rows, cell: rows.cell.map((k) => k + 1), ...Object.fromEntries(factors) };
}
