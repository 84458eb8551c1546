/**
 * Makes the golden file of this folder from three data sets and mirt's fits of them:
 *
 *     node test/calibration/golden/make.ts <oracles>
 *     npx biome format --write test/calibration/golden
 *
 * where <oracles> holds `calibration/fits.json` and `calibration/{LSAT6,SAT12,ECPE}.csv`. Answers are packed eight to
 * a byte, row by row, the first in the lowest bit.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Fits {
  readonly versions: Record<string, string>;
  readonly fits: Record<
    string,
    { traditional: Record<'a' | 'b' | 'c', number[]>; logLik: number; EAP: number[] }
  >;
}

const oracles = process.argv[2];
if (oracles === undefined) throw new Error('usage: node test/calibration/golden/make.ts <oracles>');
const read = (name: string) => readFileSync(join(oracles, 'calibration', name), 'utf8');

function pack(name: string): { examinees: number; items: number; answers: string } {
  const [header, ...rows] = read(`${name}.csv`).trim().split('\n');
  const cells = rows.flatMap((row) => row.split(','));
  const bytes = new Uint8Array(Math.ceil(cells.length / 8));
  cells.forEach((cell, k) => {
    if (cell !== '0' && cell !== '1') throw new Error(`${name}: found the cell "${cell}"`);
    bytes[k >> 3] |= Number(cell) << (k & 7);
  });
  return {
    examinees: rows.length,
    items: header.split(',').length,
    answers: Buffer.from(bytes).toString('base64'),
  };
}

const { versions, fits }: Fits = JSON.parse(read('fits.json'));
const golden = Object.fromEntries(
  ['LSAT6', 'SAT12', 'ECPE'].map((name) => {
    const { traditional, EAP } = fits[`${name}|3PL|full|tight`];
    const { a, b, c } = traditional;
    const data = pack(name);
    // The abilities of the first hundred are enough to compare.
    return [name, { ...data, a, b, c, eap: EAP.slice(0, 100) }];
  }),
);
const file = join(import.meta.dirname, 'mirt-3pl.json');
writeFileSync(file, `${JSON.stringify({ programs: versions, ...golden })}\n`);
