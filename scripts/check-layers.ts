/**
 * Holds the direction of dependencies: `npm run layers`. One line for each violation, exit code 1 where there is one.
 *
 *     node scripts/check-layers.ts [folder]      of this repository by default
 *
 * CONTRIBUTING.md shows the layers as they are printed here; `--write` puts them there.
 *
 * Imports of types count like all others, except in the search for cycles: they are gone when the code runs.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readImports } from './read-imports.ts';

/** From low to high. A file may import its own folder and everything below its layer, no other folder of its layer. */
const LAYERS: readonly (readonly Folder[])[] = [
  [
    {
      name: 'base',
      of: [
        ...[
          'src/errors.ts',
          'src/random.ts',
          'src/nearest.ts',
          'src/thinking.ts',
          'src/question-text.ts',
          'src/finish-reason.ts',
        ],
        ...[
          'src/numbers.ts',
          'src/plain-text.ts',
          'src/shell-word.ts',
          'src/shell-words.ts',
          'src/*.d.ts',
        ],
        ...['src/canonical-json.ts', 'src/present.ts', 'src/tag-words.ts', 'src/command-names.ts'],
      ],
      pure: ['fastest-levenshtein', 'seedrandom'],
    },
  ],
  [
    { name: 'src/statistics', pure: [] },
    { name: 'src/text' },
    { name: 'src/languages', pure: ['intl-messageformat'] },
    { name: 'src/tracing' },
  ],
  [{ name: 'src/html', pure: [] }],
  [
    { name: 'src/irt', pure: [] },
    { name: 'src/noise', pure: ['ml-matrix'] },
  ],
  [
    { name: 'src/cat', pure: [] },
    { name: 'calibration', pure: ['ml-levenberg-marquardt', 'ml-matrix'] },
  ],
  [
    { name: 'item-bank' },
    { name: 'calibration/kernel' },
    { name: 'src/highs-solver.ts', of: ['src/highs-solver.ts'] },
    { name: 'src/threads' },
    { name: 'src/cache' },
    { name: 'src/shared-files' },
  ],
  [{ name: 'src/prompt' }, { name: 'src/scoring', pure: [] }, { name: 'src/stress' }],
  [{ name: 'src/examinee' }],
  [{ name: 'src/run' }, { name: 'src/ranking' }, { name: 'calibration/synthesize' }],
  [{ name: 'src/evaluation' }, { name: 'src/annotation' }, { name: 'src/writing' }],
  [{ name: 'src/files' }, { name: 'src/charts' }, { name: 'src/store' }, { name: 'sim' }],
  [{ name: 'src/report' }],
  [{ name: 'src/stand-in' }, { name: 'src/tested-bank' }, { name: 'src/queue' }],
  [{ name: 'src/workflow' }],
  [{ name: 'src/operations' }],
  [{ name: 'src/api', pure: ['zod'] }],
  [{ name: 'src/jobs' }],
  [{ name: 'src/server' }, { name: 'src/client' }, { name: 'src/web', bundled: true }],
  [
    { name: 'src/cli' },
    { name: 'src/index.ts', of: ['src/index.ts'] },
    { name: 'src/study.ts', of: ['src/study.ts'] },
  ],
];

interface Folder {
  readonly name: string;
  /** The files it is made of, where it is not the folder of that name: paths, or `folder/*.ending` without subfolders. */
  readonly of?: readonly string[];
  /** No input, output, clock or chance: no module of Node but node:crypto, and no package but these. */
  readonly pure?: readonly string[];
  /** It is shipped as one bundle for browsers: packages for development are in it, and it imports no module of Node. */
  readonly bundled?: boolean;
}

/** The folders that are shipped. Everything else (test, bench, scripts, research) is not imported, and may import what it likes, but for RESEARCH. */
const SHIPPED = ['src', 'item-bank', 'calibration', 'sim'];

/** Programs that use thetarank as others do: besides their own folder they import by name the public API and what src/study.ts has for them, the packages of research/package.json and modules of Node. Their tests import what they like. */
const RESEARCH = 'research';
const PUBLIC = ['thetarank', 'thetarank/study'];
/** Also this one: the trial is a command like others. */
const KIT = 'src/cli/command-kit.ts';

/** What pure code does not mention: globals, or their properties where only these are forbidden. */
const IMPURE = new Set(
  [
    ['process', 'globalThis', 'performance', 'console', 'fetch', 'crypto', 'Date', 'Math.random'],
    ['randomBytes', 'randomInt', 'randomUUID'],
    ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'],
    ['Worker', 'WebSocket', 'XMLHttpRequest', 'BroadcastChannel', 'MessageChannel'],
  ].flat(),
);

async function checkLayers(
  root: string,
): Promise<{ violations: string[]; files: number; imports: number }> {
  const sources = await readSources(root, SHIPPED);
  const dependencies = dependenciesOf(root);
  const violations: string[] = [];
  let imports = 0;
  const graph = new Map<string, string[]>();
  for (const [file, source] of sources) {
    const say = (what: string, rule: string) => violations.push(`${file}: ${what}: ${rule}`);
    const own = placeOf(file);
    if (own === undefined) say('no layer', 'name its folder in LAYERS of scripts/check-layers.ts');
    if (own?.folder.pure !== undefined)
      for (const { name, property, line } of source.mentions) {
        const found = [name, `${name}.${property}`].find((global) => IMPURE.has(global));
        if (found !== undefined)
          say(`mentions ${found} on line ${line}`, `${own.folder.name} is pure`);
      }
    const runTime: string[] = [];
    graph.set(file, runTime);
    for (const { specifier, kind } of source.imports) {
      imports++;
      const rule = specifier.startsWith('.')
        ? pathRule(file, specifier, own)
        : packageRule(specifier, own, dependencies);
      if (rule !== undefined) say(`imports ${specifier}`, rule);
      if (specifier.startsWith('.') && kind === 'value') runTime.push(targetOf(file, specifier));
    }
  }
  for (const cycle of cyclesOf(graph))
    violations.push(`${cycle[0]}: imports itself: ${[...cycle, cycle[0]].join(' → ')}`);
  const research = await readSources(root, [RESEARCH]);
  for (const file of research.keys())
    if (file.startsWith(`${RESEARCH}/test/`)) research.delete(file);
  const packages = dependenciesOf(join(root, RESEARCH)) ?? [];
  for (const [file, source] of research)
    for (const { specifier } of source.imports) {
      imports++;
      const rule = researchRule(file, specifier, packages);
      if (rule !== undefined) violations.push(`${file}: imports ${specifier}: ${rule}`);
    }
  return { violations, files: sources.size + research.size, imports };
}

/** The rule that an import of a research program breaks. */
function researchRule(
  file: string,
  specifier: string,
  packages: readonly string[],
): string | undefined {
  const isAllowed = specifier.startsWith('.')
    ? targetOf(file, specifier).startsWith(`${RESEARCH}/`) || targetOf(file, specifier) === KIT
    : isOwnPackage(specifier)
      ? PUBLIC.includes(specifier)
      : specifier.startsWith('node:') || packages.includes(packageOf(specifier));
  if (isAllowed) return undefined;
  return `research imports its own folder, ${PUBLIC.join(', ')}, packages of research/package.json and modules of Node`;
}

interface Place {
  readonly level: number;
  readonly folder: Folder;
}

/** Where a file stands: with the longest name that has it; undefined where no layer has it. */
function placeOf(file: string): Place | undefined {
  const has = ({ name, of }: Folder) =>
    of === undefined ? file.startsWith(`${name}/`) : of.some((pattern) => matches(file, pattern));
  const places = LAYERS.flatMap((folders, level) =>
    folders.filter(has).map((folder) => ({ level, folder })),
  );
  places.sort((a, b) => b.folder.name.length - a.folder.name.length);
  return places[0];
}

function matches(file: string, pattern: string): boolean {
  const [start, end] = pattern.split('*');
  if (end === undefined) return file === pattern;
  return file.startsWith(start) && file.endsWith(end) && !file.slice(start.length).includes('/');
}

/** The rule that importing another file breaks. */
function pathRule(file: string, specifier: string, own: Place | undefined): string | undefined {
  const target = targetOf(file, specifier);
  if (!isShipped(target)) return `shipped code imports only from ${SHIPPED.join(', ')}`;
  const other = placeOf(target);
  if (own === undefined || other === undefined || own.folder === other.folder) return undefined;
  if (other.level < own.level) return undefined;
  const [mine, theirs] = [own.folder.name, other.folder.name];
  if (other.level > own.level) return `${theirs} lies above ${mine}`;
  return `${theirs} lies beside ${mine}, in the same layer`;
}

/** The rule that importing a package, a module of Node or a file of the package itself breaks. */
function packageRule(
  specifier: string,
  own: Place | undefined,
  dependencies: readonly string[] | undefined,
): string | undefined {
  const pure = own?.folder.pure;
  if (specifier.startsWith('#assets/') || specifier === 'thetarank/package.json')
    return pure === undefined ? undefined : `${own?.folder.name} is pure`;
  if (isOwnPackage(specifier)) return 'the package is imported by no file of its own';
  if (own?.folder.bundled === true)
    return specifier.startsWith('node:') ? `${own.folder.name} runs in a browser` : undefined;
  if (specifier.startsWith('node:'))
    return pure === undefined || specifier === 'node:crypto'
      ? undefined
      : `${own?.folder.name} is pure and imports no module of Node but node:crypto`;
  const name = packageOf(specifier);
  if (pure !== undefined && !pure.includes(name))
    return `${own?.folder.name} is pure and does not list that package`;
  if (dependencies !== undefined && !dependencies.includes(name))
    return 'shipped code imports modules of Node (as node:…) and the dependencies of package.json';
  return undefined;
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** True of this package by its name; its package.json may be read by anybody. */
function isOwnPackage(specifier: string): boolean {
  return /^thetarank(\/|$)/.test(specifier) && specifier !== 'thetarank/package.json';
}

/** The path from the root of what a file imports. */
function targetOf(file: string, specifier: string): string {
  return join(dirname(file), specifier).replaceAll(sep, '/');
}

function isShipped(file: string): boolean {
  return SHIPPED.some((folder) => file.startsWith(`${folder}/`));
}

function dependenciesOf(root: string): string[] | undefined {
  const file = join(root, 'package.json');
  if (!existsSync(file)) return undefined;
  const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  return Object.keys(dependencies);
}

/** Reads every file of some folders that is code, by path from the root with slashes. */
async function readSources(
  root: string,
  folders: readonly string[],
): Promise<Map<string, ReturnType<typeof readImports>>> {
  const files = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name).replaceAll(sep, '/'),
      ),
    );
  const code = files.filter((file) => /\.[cm]?[jt]sx?$/.test(file)).sort();
  const isJsx = (file: string) => /\.[jt]sx$/.test(file);
  // The parser takes time to load, and is there only with the development dependencies.
  const readJsx = code.some(isJsx)
    ? (await import('./read-jsx-imports.ts')).readJsxImports
    : readImports;
  return new Map(
    code.map((file) => [
      file,
      (isJsx(file) ? readJsx : readImports)(file, readFileSync(join(root, file), 'utf8')),
    ]),
  );
}

/** One cycle of each group of files that import one another, shortest first way round from its first file. */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const inCycle = new Set<string>();
  for (const start of [...graph.keys()].sort()) {
    if (inCycle.has(start)) continue;
    const cycle = wayBack(graph, start);
    if (cycle === undefined) continue;
    cycles.push(cycle);
    for (const file of cycle) inCycle.add(file);
  }
  return cycles;
}

/** The shortest way from a file back to itself, by breadth-first search; undefined where there is none. */
function wayBack(graph: ReadonlyMap<string, readonly string[]>, start: string) {
  const from = new Map<string, string>();
  const queue = [start];
  for (const file of queue) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) {
        const way = [file];
        while (way[0] !== start) way.unshift(from.get(way[0])!);
        return way;
      }
      if (from.has(next)) continue;
      from.set(next, file);
      queue.push(next);
    }
  }
  return undefined;
}

/** The layers, from high to low, as a block of Markdown. */
function layerBlock(): string {
  const nameOf = ({ name }: Folder) => (name === 'base' ? 'the other files in src itself' : name);
  return LAYERS.toReversed()
    .map((layer) => `    ${layer.map(nameOf).join(', ')}\n`)
    .join('');
}

/** Compares what CONTRIBUTING.md shows with the layers, or puts them there. */
function checkShown(root: string, isWritten: boolean): string[] {
  const file = join(root, 'CONTRIBUTING.md');
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const shown = /(?<=^## Layers\n\n[^\n]+\n\n)(?: {4}\S[^\n]*\n)+/m;
  const right = text.replace(shown, layerBlock());
  if (isWritten) writeFileSync(file, right);
  return isWritten || right === text
    ? []
    : ['CONTRIBUTING.md: its layers are not those of this check: npm run layers -- --write'];
}

const words = process.argv.slice(2).filter((word) => word !== '--write');
const root = resolve(words[0] ?? fileURLToPath(new URL('..', import.meta.url)));
const { violations, files, imports } = await checkLayers(root);
violations.push(...checkShown(root, process.argv.includes('--write')));
for (const violation of violations) console.log(violation);
if (files === 0) console.error(`${root}: no file to check`);
if (violations.length > 0 || files === 0) process.exitCode = 1;
else console.log(`layers: ${files} files and ${imports} imports, none against the direction`);
