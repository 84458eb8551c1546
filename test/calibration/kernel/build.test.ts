import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import { expect, test } from 'vitest';
import { IS_ALL } from '../../repetitions.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The compiler and its options are those of `npm run build:kernel`. */
test.runIf(IS_ALL)('assets/kernel.wasm is what its source compiles to', async () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [program, ...options] = scripts['build:kernel'].split(' ');
  expect(program).toBe('asc');
  const out = options.indexOf('--outFile') + 1;
  expect(options[out]).toBe('assets/kernel.wasm');
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-kernel-'));
  try {
    options[out] = join(folder, 'kernel.wasm');
    const { error } = await asc.main([...options, '--baseDir', root]);
    expect(error).toBeNull();
    const built = readFileSync(join(folder, 'kernel.wasm'));
    expect(built.equals(readFileSync(join(root, 'assets/kernel.wasm')))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
