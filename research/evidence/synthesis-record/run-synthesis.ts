import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openStore, type RandomStream, randomStream } from 'thetarank';
import { nameOf } from './compare-records.ts';
import { keptAnswers } from './kept-answers.ts';
import { type StandInSetting, startStandIn } from './stand-in-process.ts';
import { startCommand } from './start-command.ts';
import { sumItems } from './sums.ts';
import { watchMemory } from './watch-memory.ts';

/** The models, items and settings of a run. */
export interface RecordStudy {
  readonly folder: string;
  readonly setting: StandInSetting;
  /** The most calls of one model in flight. */
  readonly concurrency: number;
  /** Calls of the whole run. */
  readonly calls: number;
  readonly seed: number;
}

/** A complete run, over one or more processes. */
export interface RecordRun {
  readonly database: string;
  /** Output folder of the last process. */
  readonly out: string;
  /** Processes that were killed, with the answers kept then. */
  readonly kills: readonly { readonly kept: number }[];
  /** Questions the stand-in answered, whether or not a fault kept the answer from arriving. */
  readonly answered: number;
  /** Calls that were answered while more than one process asked: in flight when one was killed. */
  readonly askedTwice: number;
  /** Questions that were to a call whose answer was kept when their process began. */
  readonly askedAgain: number;
  /** Answers kept when a process was killed that the next one no longer found. */
  readonly forgotten: number;
  /** Seconds of all processes, their starts included, and the memory of the largest in MiB. */
  readonly seconds: number;
  readonly memory: number | null;
  /** Output of the last process. */
  readonly result: unknown;
}

/** A process is killed within this many milliseconds after its moment. */
const SOON = 40;

/**
 * Runs `calibrate synthesize` to its end, and kills it by SIGKILL at `kills` moments: at numbers of answered questions drawn
 * evenly from all, and up to SOON milliseconds later.
 */
export async function runSynthesis(
  study: RecordStudy,
  name: string,
  kills: number,
  say: (line: string) => void,
): Promise<RecordRun> {
  const { folder, setting } = study;
  const database = join(folder, `${name}.db`);
  for (const file of [database, `${database}-wal`, `${database}-shm`])
    rmSync(file, { force: true });
  await keepItems(setting.items, database);
  const standIn = await startStandIn(setting);
  const config = join(folder, `${name}.yaml`);
  writeFileSync(config, configurationOf(study, standIn.url));
  const out = join(folder, name);
  const args = [
    ...['calibrate', 'synthesize', '--bank', 'sums', '--config', config, '--database', database],
    ...['--concurrency', `${study.concurrency}`, '--resume', '--answers-only'],
    ...['--out', out, '--json'],
  ];
  const random = randomStream(study.seed, 'synthesis record', 'kills');
  const moments = Array.from({ length: kills }, () => random() * study.calls).sort((x, y) => x - y);
  const from = performance.now();
  const killed: { kept: number }[] = [];
  let kept = new Set<string>();
  let answered = 0;
  const askedBefore = new Set<string>();
  const askedTwice = new Set<string>();
  let askedAgain = 0;
  let forgotten = 0;
  let most: number | null = null;
  const progress = setInterval(() => {
    const seconds = (performance.now() - from) / 1000;
    const left = (seconds / Math.max(1, standIn.count())) * (study.calls - standIn.count());
    say(
      `${name}: ${standIn.count()} of about ${study.calls} answered, ${killed.length} of ${kills} kills, ${Math.max(0, left / 60).toFixed(0)} min left`,
    );
  }, 15_000);
  try {
    for (;;) {
      const session = startCommand(args);
      const memory = watchMemory(session.child.pid!);
      const moment = moments[killed.length];
      if (moment !== undefined) dieAt(standIn, Math.max(1, moment), session.child, random);
      const { status, stdout, stderr } = await session.ended;
      memory.stop();
      standIn.whenAnswered(null, () => {});
      most = memory.most() === null ? most : Math.max(most ?? 0, memory.most()!);
      const asked = await standIn.asked();
      answered += asked.length;
      const own = new Set(asked);
      for (const one of own) (askedBefore.has(one) ? askedTwice : askedBefore).add(one);
      askedAgain += asked.filter((one) => kept.has(one)).length;
      const now = new Set((await keptAnswers(database, false)).map(nameOf));
      for (const one of kept) if (!now.has(one)) forgotten++;
      kept = now;
      if (status === null) {
        killed.push({ kept: kept.size });
        continue;
      }
      if (status !== 0) throw new Error(`calibrate synthesize: exit code ${status}\n${stderr}`);
      // Otherwise calls were not distinguished, and repeated questions would go unnoticed.
      const strange = [...askedBefore].filter((one) => !kept.has(one));
      if (strange.length > 0 || askedBefore.size !== kept.size)
        throw new Error(
          `${strange.length} calls were asked that the record has not: ${strange[0]}`,
        );
      const seconds = (performance.now() - from) / 1000;
      return {
        database,
        out,
        kills: killed,
        answered,
        askedTwice: askedTwice.size,
        askedAgain,
        forgotten,
        seconds,
        memory: most,
        result: JSON.parse(stdout),
      };
    }
  } finally {
    clearInterval(progress);
    standIn.stop();
  }
}

/** Kills a process soon after a number of questions has been answered. */
function dieAt(
  standIn: { whenAnswered(count: number, then: () => void): void },
  moment: number,
  child: { kill(signal: 'SIGKILL'): boolean },
  random: RandomStream,
): void {
  standIn.whenAnswered(moment, async () => {
    await delay(random() * SOON);
    child.kill('SIGKILL');
  });
}

/** The ordered pairs and each model alone: the default participants of a configuration. */
function configurationOf({ setting }: RecordStudy, url: string): string {
  const models = Object.keys(setting.abilities).map((model) => `  - name: ${model}\n`);
  return `defaults: { baseUrl: "${url}", sampling: { temperature: 0.7, maxTokens: 512 } }\nmodels:\n${models.join('')}`;
}

/** Keeps the items as the bank `sums` of a database. */
async function keepItems(count: number, database: string): Promise<void> {
  const clock = () => new Date(0);
  const store = await openStore(database, { clock });
  try {
    const bank = { name: 'sums', title: 'Sums', builtin: null };
    await store.addItems(bank, sumItems(count), clock().toISOString());
  } finally {
    await store.close();
  }
}
