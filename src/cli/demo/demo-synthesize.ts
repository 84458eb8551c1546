import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readParameters } from '../../files/items/read-parameters.ts';
import { demoExam } from '../../stand-in/demo-exam.ts';
import { kendall } from '../../statistics/kendall.ts';
import { spearman } from '../../statistics/spearman.ts';
import type { LiveResult } from '../../workflow/live/live-result.ts';
import { INTERRUPTED } from '../asking/exit-codes.ts';
import { printNote, printText } from '../output/typed-commands.ts';
import { DEBATE, DEMO_FILES, FAULTS, writeExam, writeModels } from './demo-files.ts';
import { demoFolder } from './demo-folder.ts';
import { demoText, interruptedText } from './demo-text.ts';
import { freePort } from './free-port.ts';
import { Commands, commandLine } from './run-command.ts';

export interface DemoOptions {
  readonly items: number;
  readonly ask: number;
  readonly seed: number;
  readonly out?: string;
  readonly json?: boolean;
}

/** Who debates, and who is ranked: never the same. Abilities in logits; items have mean 0 and variance 1 on that scale. */
const POOL = { ash: 1.2, birch: 0.7, cedar: 0.1, elm: -0.4, fir: -1 } as const;
const RANKED = { lynx: 1.5, otter: 0.9, raven: 0.4, heron: 0, wren: -0.6, newt: -1.3 } as const;
const BANK = 'demo';
const DATABASE = 'demo.db';

/** What the demonstration comes to. */
export interface DemoResult {
  /** Of this form of result. */
  readonly version: 'demo-synthesize-1';
  readonly simulated: true;
  readonly items: number;
  readonly asked: number;
  /** The models that were ranked, by predicted score; scores in percentage points. `full`: of all items asked. */
  readonly models: readonly {
    readonly model: string;
    readonly score: number;
    readonly low: number;
    readonly high: number;
    readonly full: number;
    /** Of the items asked: share right, and the share that was expected there. */
    readonly shareRight: number;
    readonly shareExpected: number | null;
  }[];
  /** Kendall's τ-b of predicted and full scores. */
  readonly tau: number | null;
  /** Spearman's correlation of fitted and true difficulties. */
  readonly difficulty: number | null;
  readonly seconds: number;
  readonly folder: string | null;
}

/** `thetarank demo synthesize`: synthesize → fit → rank against the stand-in, each step a command of its own. */
export async function demoSynthesize(options: DemoOptions): Promise<void> {
  const started = performance.now();
  const { out, json } = options;
  if (out !== undefined) demoFolder(out);
  const folder = out === undefined ? mkdtempSync(join(tmpdir(), 'thetarank-demo-')) : resolve(out);
  const commands = new Commands(folder);
  const signals = ['SIGINT', 'SIGTERM'] as const;
  let isInterrupted = false;
  const onSignal = () => {
    isInterrupted = true;
    void commands.stop();
  };
  for (const signal of signals) process.on(signal, onSignal);
  try {
    const result = await runDemo(options, folder, commands);
    const seconds = (performance.now() - started) / 1000;
    const shown: DemoResult = { ...result, seconds, folder: out ?? null };
    if (json === true) console.log(JSON.stringify(shown, null, 2));
    else printText(demoText(shown));
  } catch (error) {
    if (!isInterrupted) throw error;
    printNote(interruptedText(out ?? null));
    process.exitCode = INTERRUPTED;
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
    await commands.stop();
    if (out === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function runDemo(
  { items, ask, seed, json }: DemoOptions,
  folder: string,
  commands: Commands,
): Promise<Omit<DemoResult, 'seconds' | 'folder'>> {
  const announce = (what: string, args: readonly string[]) =>
    printNote(`\n${what}\n$ ${commandLine(args)}`);
  const run = async (what: string, args: readonly string[]) => {
    announce(what, args);
    const printed = await commands.run(args);
    if (json !== true && printed !== '') printText(printed.trimEnd());
  };
  const exam = demoExam(seed, items);
  writeExam(folder, exam);
  const database = ['--database', DATABASE];
  await run(`1. A bank of ${items} items.`, [
    ...['bank', 'import', DEMO_FILES.items, '--name', BANK],
    ...['--source', 'thetarank demo', '--licence', 'MIT', ...database],
  ]);

  const serve = [
    ...['stand-in', '--items-file', DEMO_FILES.items, '--parameters', DEMO_FILES.truth],
    ...['--simulate', listOf({ ...POOL, ...RANKED }), '--persuasion', DEBATE.persuasion],
    ...['--shared-errors', DEBATE.sharedErrors, '--faults', FAULTS, '--seed', String(seed)],
    // A port by its number: the addresses that are written, and the command, then go together again.
    ...['--port', String(await freePort()), '--json'],
  ];
  announce('2. Simulated models behind an endpoint; 5% of the requests fail.', serve);
  const { url } = JSON.parse(await commands.serve(serve)) as { url: string };
  writeModels(folder, url, Object.keys(POOL), Object.keys(RANKED));

  await run('3. Five of them debate every item; their answers calibrate the bank.', [
    ...['calibrate', 'synthesize', '--bank', BANK, '--config', DEMO_FILES.config],
    ...['--out', 'synthesized', ...database],
  ]);
  const rank = ['rank', '--bank', BANK, '--models-file', DEMO_FILES.models, ...database];
  await run(`4. Six others are ranked with ${ask} items each.`, [
    ...[...rank, '--calibration', calibrationOf(folder), '--items', String(ask)],
    ...['--out', 'ranking'],
  ]);
  const all = [...rank, '--strategy', 'random', '--items', String(items), '--json'];
  announce('5. For comparison, the same models are asked every item.', all);
  const full = JSON.parse(await commands.run(all)) as LiveResult;
  const ranked = readFileSync(join(folder, 'ranking', 'result.json'), 'utf8');
  return {
    version: 'demo-synthesize-1',
    simulated: true,
    items,
    asked: ask,
    ...compared(JSON.parse(ranked) as LiveResult, full),
    difficulty: difficultyOf(join(folder, 'synthesized', 'parameters.csv'), exam.parameters),
  };
}

/** The number of the calibration that the synthesis has kept. */
function calibrationOf(folder: string): string {
  const report = JSON.parse(readFileSync(join(folder, 'synthesized', 'report.json'), 'utf8'));
  return String((report as { calibration: { number: number } }).calibration.number);
}

function compared(ranked: LiveResult, full: LiveResult): Pick<DemoResult, 'models' | 'tau'> {
  const scoreOf = new Map(full.models.map(({ model, score }) => [model, score]));
  const models = ranked.models.map((own) => ({
    model: own.model,
    score: own.score,
    low: own.low,
    high: own.high,
    full: scoreOf.get(own.model)!,
    shareRight: own.shareRight,
    shareExpected: own.shareExpected,
  }));
  const { value } = kendall(
    models.map(({ score }) => score),
    models.map((own) => own.full),
  );
  return { models, tau: value };
}

/** @param truth parameters by item, in any order */
function difficultyOf(
  file: string,
  truth: readonly { readonly item: string; readonly b: number }[],
): number | null {
  const { items, parameters } = readParameters(file);
  const fitted = new Map(items.map((id, j) => [id, parameters.b[j]]));
  const known = truth.filter(({ item }) => fitted.has(item));
  return spearman(
    known.map(({ item }) => fitted.get(item)!),
    known.map(({ b }) => b),
  );
}

function listOf(abilities: Readonly<Record<string, number>>): string {
  return Object.entries(abilities)
    .map(([model, ability]) => `${model}:${ability}`)
    .join();
}
