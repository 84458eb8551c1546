/**
 * Finds dead code between files: `npm run exports`. One line for each finding, exit code 1 where there is one.
 *
 *     node scripts/check-exports.ts [folder]      of this repository by default
 *
 * - An exported value of a shipped file is imported by another file, and a test alone may only reach into what its own file uses.
 *   Exported types may also serve their own file, whose functions take and return them.
 * - A shipped file is imported, or its name stands as a text where it is started (a worker, a command of package.json, a page).
 *
 * What `src/index.ts` exports is used by those who install the package. What `src/study.ts` exports a research program uses.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const PUBLIC = 'src/index.ts';
const SHIPPED = ['src', 'item-bank', 'calibration', 'sim'];
/** Of the repository's own programs: what they use is used. */
const PROGRAMS = ['scripts', 'bench', 'bin', 'research'];
/** The names by which research programs import the public API. */
const OWN: Readonly<Record<string, string>> = {
  thetarank: PUBLIC,
  'thetarank/study': 'src/study.ts',
};
/** Compiled to WebAssembly, with another compiler. */
const ASSEMBLY = 'calibration/kernel/assembly/';

interface Source {
  readonly file: string;
  readonly text: string;
  readonly exports: ReadonlyMap<string, { readonly isType: boolean }>;
  /** `file#name` of what it imports; `file#*` of everything in a file. */
  readonly imports: readonly string[];
}

function readSource(root: string, file: string): Source {
  const text = readFileSync(join(root, file), 'utf8');
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const imports: string[] = [];
  const exports = new Map<string, { isType: boolean }>();
  const add = (specifier: string, name: string) => {
    const own =
      OWN[specifier] ?? (specifier.startsWith('.') ? join(dirname(file), specifier) : null);
    if (own !== null) imports.push(`${own}#${name}`);
  };
  for (const { moduleRequest, entries } of module.staticImports)
    for (const { importName } of entries) add(moduleRequest.value, importName.name ?? '*');
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, importName, exportName, isType } of entries) {
      if (moduleRequest !== null) add(moduleRequest.value, importName.name ?? '*');
      if (exportName.name !== null) exports.set(exportName.name, { isType });
    }
  for (const { moduleRequest } of module.dynamicImports)
    add(text.slice(moduleRequest.start + 1, moduleRequest.end - 1), '*');
  return { file, text, exports, imports };
}

/** Every file of some folders that is code, by path from the root. */
function codeOf(root: string, folders: readonly string[]): Source[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,js}`, { cwd: root }))
    .filter((file) => !file.endsWith('.d.ts') && !file.startsWith(ASSEMBLY))
    .sort()
    .map((file) => readSource(root, file));
}

function checkExports(root: string): { findings: string[]; exports: number } {
  const [shipped, programs, tests] = [SHIPPED, PROGRAMS, ['test']].map((of) => codeOf(root, of));
  const used = new Set([...shipped, ...programs].flatMap(({ imports }) => imports));
  const tested = new Set(tests.flatMap(({ imports }) => imports));
  // Imports are known already, and have files of the same name in other folders.
  const started = [
    ...[...shipped, ...programs].map(({ text }) => text.replaceAll(/ from '[^']*'/g, '')),
    ...['package.json', 'src/web/index.html']
      .filter((file) => existsSync(join(root, file)))
      .map((file) => readFileSync(join(root, file), 'utf8')),
  ].join('\n');
  const imported = new Set([...used].map((name) => name.slice(0, name.indexOf('#'))));
  const findings: string[] = [];
  let exports = 0;
  for (const source of shipped) {
    const { file } = source;
    if (file === PUBLIC) continue;
    if (!imported.has(file)) {
      if (!startOf(file).test(started)) findings.push(`${file}: no shipped file imports it`);
      continue;
    }
    for (const [name, { isType }] of source.exports) {
      exports++;
      if (used.has(`${file}#${name}`) || used.has(`${file}#*`)) continue;
      const isTested = tested.has(`${file}#${name}`);
      if (isUsedWithin(source, name) ? isType || isTested : false) continue;
      findings.push(
        `${file}: exports ${name}, which ${isTested ? 'only tests use' : 'no other file imports'}`,
      );
    }
  }
  return { findings, exports };
}

/** The name of a file as it is written where it is started, with whatever ending or none. */
function startOf(file: string): RegExp {
  const name = basename(file, extname(file)).replaceAll('.', '\\.');
  return new RegExp(`[/'"\`]${name}['"\`.]`);
}

/** Whether a name stands in its own file outside of comments more than once, which is where it is exported. */
function isUsedWithin({ text }: Source, name: string): boolean {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return code.split(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`)).length > 2;
}

const root = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
const { findings, exports } = checkExports(root);
for (const finding of findings) console.log(finding);
if (exports === 0) console.error(`${root}: no export to check`);
if (findings.length > 0 || exports === 0) process.exitCode = 1;
else console.log(`exports: ${exports}, each used by another file`);
