import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { research } from '../research/program.ts';
import { main } from '../src/cli/program.ts';
import { ThetarankError } from '../src/errors.ts';
import { taking } from '../test/command/taking.ts';
import { type Case, RESEARCH } from './case.ts';
import { CHAPTERS } from './cases.ts';
import { writeSmallBank } from './small-bank.ts';
import { nextMinute } from './stand-still.ts';

/**
 * The process that runs one chapter: `node chapter.ts NAME FOLDER`. It writes what each case gives into FOLDER/NAME/CASE, and says
 * the name of each case when it is over.
 */
const [name, into] = process.argv.slice(2);
const chapter = CHAPTERS.find((one) => one.name === name)!;
const workspace = mkdtempSync(join(tmpdir(), 'thetarank-corpus-'));
process.chdir(workspace);
writeSmallBank(workspace);
process.env.THETARANK_DATABASE = 'corpus.db';
// What one case has computed serves the next ones.
process.env.THETARANK_CACHE = '.cache';

let stdout = '';
let stderr = '';
/** Of the error that ended the last command. */
let errorCode = '';
process.stdout.write = taking((text) => (stdout += text));
process.stderr.write = taking((text) => (stderr += text));
console.log = (...words) => process.stdout.write(`${words.join(' ')}\n`);
console.error = (...words) => process.stderr.write(`${words.join(' ')}\n`);

/** Kinds of files in which the workspace may be named. */
const TEXTS = new Set([
  '.txt',
  '.json',
  '.jsonl',
  '.csv',
  '.html',
  '.md',
  '.xml',
  '.svg',
  '.yaml',
  '.py',
  '',
]);
/** The page that is kept with its style; the others have a hash in its place. */
const WHOLE_PAGE = 'audit.html';
/** Lines of progress with the tables below them: what they say depends on threads and on which reply comes first. */
const PROGRESS = /^\d+%[ :].*\n(?: {2}.*\n)*/gm;
/** Ids and keys that were made last. */
const made = { panel: '', session: '', key: '' };
const servers: Promise<number>[] = [];
try {
  for (const one of chapter.cases) {
    nextMinute();
    await runCase(one);
    process.send?.({ over: `${name}/${one.name}` });
  }
} finally {
  process.emit('SIGTERM');
  await Promise.all(servers);
  process.chdir(tmpdir());
  rmSync(workspace, { recursive: true, force: true });
}
process.send?.({ seconds: (process.cpuUsage().user + process.cpuUsage().system) / 1e6 }, () =>
  process.exit(0),
);

async function runCase({
  name: given,
  args: typed,
  body,
  env = {},
  files = {},
  isServer = false,
  isRow = false,
  isQuiet = false,
  drops = [],
}: Case): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const args = typed.replaceAll(
    /\{(panel|session|key)\}/g,
    (_, what: keyof typeof made) => made[what],
  );
  const before = filesOf('.');
  const environment = { ...process.env };
  Object.assign(process.env, env);
  stdout = '';
  stderr = '';
  errorCode = '';
  process.exitCode = undefined;
  process.argv.splice(2, process.argv.length, ...words(args));
  const running = start(args, body);
  let status: number | null = null;
  if (isServer) {
    servers.push(running);
    const isReady = new Promise<null>((resolve) => {
      const timer = setInterval(() => {
        if (stdout === '') return;
        clearInterval(timer);
        resolve(null);
      }, 20);
    });
    status = await Promise.race([running, isReady]);
  } else status = await running;
  process.env = environment;
  remember(given);
  if (isQuiet) {
    if (status !== 0 && status !== null) throw new Error(`thetarank ${args}: ${stderr}`);
    return;
  }

  const set = Object.entries(env).map(([key, value]) => `${key}=${value} `);
  const told = `$ ${set.join('')}${/^[A-Z]+ \/|^npm /.test(args) ? '' : 'thetarank '}${args}\n${stderr.replaceAll(PROGRESS, '')}`;
  const exit = status === 0 || status === null ? '' : `exit code ${status}`;
  if (isRow) {
    mkdirSync(join(into, name), { recursive: true });
    const page = join(into, name, `${given}.txt`);
    const ended = [errorCode, exit].filter((word) => word !== '').join(', ');
    const read = Object.entries(files).map(
      ([file, content]) => `${file}: ${JSON.stringify(Buffer.from(content).toString())}\n`,
    );
    appendFileSync(
      page,
      withoutPlace(`${read.join('')}${told}${stdout}${ended === '' ? '' : `${ended}\n`}\n`),
    );
    return;
  }
  const folder = join(into, name, given);
  mkdirSync(folder, { recursive: true });
  write(join(folder, 'command.txt'), `${told}${exit}${exit === '' ? '' : '\n'}`);
  if (stdout !== '') write(join(folder, `stdout${endingOf(stdout)}`), stdout);
  for (const [file, bytes] of filesOf('.')) {
    if (before.get(file)?.equals(bytes) || drops.some((drop) => file.startsWith(drop))) continue;
    write(join(folder, 'files', file), bytes);
  }
}

function start(args: string, body?: object | string): Promise<number> {
  if (/^[A-Z]+ \//.test(args)) return request(args, body);
  if (!args.startsWith(RESEARCH))
    return main(process.argv, (error) => {
      if (error instanceof ThetarankError) errorCode = error.code;
    });
  return research(words(args.slice(RESEARCH.length)), () => 'corpus').then(() => 0);
}

/** Keeps the ids and keys that a case has printed. */
function remember(given: string): void {
  if (given.endsWith('create') || given === 'write')
    made.panel = /\b[0-9a-f]{12,16}\b/.exec(stdout + stderr)?.[0] ?? made.panel;
  made.session = /\bs[\w-]{22}\b/.exec(stdout)?.[0] ?? made.session;
  made.key = /\btr_[\w.-]+/.exec(stdout)?.[0] ?? made.key;
  if (made.key !== '') process.env.THETARANK_KEY = made.key;
}

/** Asks the service that the chapter runs; its reply stands in for the output of a command. */
async function request(line: string, body?: object | string): Promise<number> {
  const [method, path] = line.split(' ');
  const { THETARANK_KEY: key = '' } = process.env;
  const type = typeof body === 'string' ? 'text/csv' : 'application/json';
  const reply = await fetch(`http://127.0.0.1:3000${path}`, {
    method,
    headers: {
      ...(key !== '' && { authorization: `Bearer ${key}` }),
      'accept-language': process.env.THETARANK_LANGUAGE ?? 'en',
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  stderr = `${reply.status} ${reply.headers.get('content-type') ?? ''}\n`;
  const text = await reply.text();
  // Replies have no line breaks; with them a difference can be read.
  stdout = parses(text) ? `${JSON.stringify(JSON.parse(text), null, 1)}\n` : text;
  return 0;
}

/** The text without the name of the workspace, which differs between machines. */
function write(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  const isText = typeof content === 'string' || TEXTS.has(extname(file));
  const text = isText ? withoutPlace(String(content)) : content;
  const isCut = extname(file) === '.html' && basename(file) !== WHOLE_PAGE;
  writeFileSync(file, isCut ? withoutStyle(String(text)) : text);
}

function withoutStyle(page: string): string {
  return page.replaceAll(/(?<=<style>)[^<]+(?=<\/style>)/g, (style) => {
    const hash = createHash('sha256').update(style).digest('hex').slice(0, 16);
    return `/* as in ${WHOLE_PAGE}: ${hash} */`;
  });
}

function withoutPlace(text: string): string {
  return text.replaceAll(workspace, '/workspace');
}

function endingOf(text: string): string {
  const first = text.trimStart();
  if (/^[[{]/.test(first)) return parses(text) ? '.json' : '.jsonl';
  if (first.startsWith('<svg')) return '.svg';
  return /^[\w-]+(,[\w ()-]*)+\n/.test(text) ? '.csv' : '.txt';
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Contents by path; databases are left out. */
function filesOf(folder: string): Map<string, Buffer> {
  const all = new Map<string, Buffer>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !/^\.cache|\.(?:db(?:-\w+)?|lock|tmp)$/.test(path))
      all.set(path, readFileSync(path));
  }
  return all;
}

function words(args: string): string[] {
  return (args.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []).map((word) =>
    word.replaceAll(/["']/g, ''),
  );
}
