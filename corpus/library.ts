import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The public types: the declarations of the library and of the files that it exports from, into `library` of a folder. */
export function keepLibrary(folder: string): void {
  const emitted = mkdtempSync(join(tmpdir(), 'thetarank-types-'));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const options = ['--emitDeclarationOnly', '--removeComments', '--outDir', emitted];
  try {
    execFileSync(process.execPath, [tsc, '-p', join(ROOT, 'tsconfig.build.json'), ...options]);
    mkdirSync(join(folder, 'library'), { recursive: true });
    writeFileSync(join(folder, 'library/index.d.ts.txt'), declarations(emitted));
  } finally {
    rmSync(emitted, { recursive: true, force: true });
  }
}

function declarations(emitted: string): string {
  const text = (path: string) => readFileSync(path, 'utf8');
  const index = text(join(emitted, 'src/index.d.ts'));
  const files = [...index.matchAll(/from '([^']+)\.ts'/g)].map(([, path]) =>
    resolve(emitted, 'src', `${path}.d.ts`),
  );
  const parts = [...new Set(files)].map((path) => `// ${relative(emitted, path)}\n${text(path)}`);
  return [index, ...parts].join('\n');
}
