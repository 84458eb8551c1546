/** Compiles the kernel of item curves and writes it as a module, so that pure code needs no file: `npm run build:curves`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOURCE = 'calibration/kernel/assembly/curves.ts';
const OPTIONS =
  '--enable simd --importMemory --initialMemory 1 --maximumMemory 65536 --runtime stub -O3 --noAssert';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-curves-'));
const file = join(folder, 'curves.wasm');
execFileSync('asc', [SOURCE, '--outFile', file, ...OPTIONS.split(' ')]);
const text = readFileSync(file).toString('base64');
rmSync(folder, { recursive: true });
const lines = text.match(/.{1,120}/g)!.map((line) => `  '${line}'`);
writeFileSync(
  process.argv[2] ?? 'src/irt/curves-wasm.ts',
  `/** Compiled from calibration/kernel/assembly/curves.ts: \`npm run build:curves\`. */\nexport const CURVES_WASM = [\n${lines.join(',\n')},\n].join('');\n`,
);
