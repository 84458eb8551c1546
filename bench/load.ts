import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadBuiltinBank } from '../item-bank/builtin/load.ts';
import { BUILTIN_BANKS } from '../item-bank/builtin/names.ts';
import { type Measured, measuredTime, times } from './measure.ts';

const REPEATS = 15;
const TARGET = 100;

/** Reading and decoding the built-in banks, from the disk cache. */
export function load(): Measured[] {
  return BUILTIN_BANKS.map((name) => {
    const file = fileURLToPath(import.meta.resolve(`#assets/banks/${name}.bank`));
    const { items, responses } = loadBuiltinBank(name);
    const cells = responses.scores.length + 4 * items.length;
    const bytes = statSync(file).size;
    return measuredTime(
      `load, ${name}`,
      times(REPEATS, 2, () => loadBuiltinBank(name)),
      TARGET,
      `${Math.round(cells / 1000)}k numbers × 5 ns = ${(cells / 2e5).toPrecision(2)} ms, and unpacking`,
      { bytes },
    );
  });
}
