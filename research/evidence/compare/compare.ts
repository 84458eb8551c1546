import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { randomStream, writeFileWhole } from 'thetarank';
import { names, progressBar } from '../../../src/cli/command-kit.ts';
import { pageOption } from '../page-option.ts';
import { type ChoiceLimit, choiceLimit } from './limit.ts';
import { comparePage } from './page.ts';
import {
  closePairs,
  PAIR_KINDS,
  type PairKind,
  randomPairs,
  type StudiedBank,
  studiedBank,
} from './recorded-pairs.ts';
import {
  compareBy,
  type EarlyEnd,
  KINDS,
  type Kind,
  type Look,
  plantedLoss,
  splitHalves,
  stopEarly,
  type Way,
} from './replicate.ts';

export const BANKS = ['mmlu-pro', 'cruxeval-o', 'ikp', 'swebench-verified'] as const;
export const LOSSES = [0, 1, 2, 5] as const;
/** Items at which comparisons with planted losses are looked at; those below 90% of the bank. */
export const LENGTHS = [50, 100, 150, 250, 400, 700, 1000, 1500, 2500, 4000, 6000];
export const SHORT = [50, 100, 200];
/** Null comparisons per bank, pairs and repetitions; fewer on the large bank. */
const NULLS = 750;
const pairsOf = (bank: string) => (bank === 'mmlu-pro' ? 4 : 6);
const runsOf = (bank: string) => (bank === 'mmlu-pro' ? 16 : 48);
const COVERED = 24;
const COVER_RUNS = 4;

/** One comparison, as it is kept. */
export type Kept = {
  readonly bank: string;
  readonly run: string;
} & (
  | {
      readonly study: 'null';
      readonly way: Way;
      readonly looks: readonly Look[];
      readonly early: EarlyEnd;
    }
  | ({ readonly study: 'limit' } & ChoiceLimit)
  | {
      readonly study: 'planted';
      readonly way: Way;
      readonly looks: readonly Look[];
      readonly kind: Kind;
      readonly loss: number;
      readonly differing: number;
      readonly all: number;
    }
  | {
      readonly study: 'cover';
      readonly way: Way;
      readonly looks: readonly Look[];
      readonly pair: PairKind;
      readonly truth: number;
    }
);

interface Task {
  readonly name: string;
  readonly work: () => readonly Kept[];
}

interface Options {
  readonly raw: string;
  readonly simulate: boolean;
  readonly out: string;
  readonly banks?: readonly string[];
}

/** `npm run research -- compare` */
export function addCompareEvidenceCommand(evidence: Command): void {
  evidence
    .command('compare')
    .description(
      'How many items does compare need to find a loss, how often does it report one that is not there, and do its intervals hold? On recorded answers of the built-in banks, without the families of the compared models. About an hour; it goes on from the comparisons in --raw.',
    )
    .option('--raw <file>', 'keep the comparisons there, JSON Lines', 'compare-evidence.jsonl')
    .option('--banks <a,b>', 'only these banks (default: all four)', names)
    .option('--no-simulate', 'make the page of the comparisons that are there')
    .addOption(pageOption('compare.md'))
    .action(makePage);
}

function makePage({ raw, simulate, out, banks = BANKS }: Options): void {
  if (simulate) {
    const known = new Set(keptIn(raw).map(({ bank, study, run }) => `${bank} ${study} ${run}`));
    const bar = progressBar();
    for (const name of banks) {
      const tasks = tasksOf(name, studiedBank(name));
      bar.start(tasks.length, name);
      for (const { name: task, work } of tasks) {
        const isKept = known.has(task);
        if (!isKept) for (const row of work()) appendFileSync(raw, `${JSON.stringify(row)}\n`);
        bar.advance(task, isKept);
      }
      bar.stop();
    }
  }
  writeFileWhole(out, comparePage(keptIn(raw)));
}

function tasksOf(name: string, bank: StudiedBank): Task[] {
  return [
    ...limitTasks(name, bank),
    ...nullTasks(name, bank),
    ...plantedTasks(name, bank),
    ...coverTasks(name, bank),
  ];
}

function limitTasks(name: string, bank: StudiedBank): Task[] {
  return closePairs(bank, pairsOf(name)).map((pair): Task => {
    const run = pair.join('-');
    return {
      name: `${name} limit ${run}`,
      work: () => [{ study: 'limit', bank: name, run, ...choiceLimit(bank, pair) }],
    };
  });
}

function nullTasks(name: string, bank: StudiedBank): Task[] {
  const random = randomStream('compare', name, 'null models');
  // Of few families, because each needs a calibration without it.
  const models = closePairs(bank, pairsOf(name)).flat();
  return Array.from({ length: NULLS }, (_, k): Task => {
    const model = models[Math.floor(random() * models.length)];
    const run = `${k}`;
    return {
      name: `${name} null ${run}`,
      work() {
        const seed = `null/${name}/${k}`;
        const { parameters, answers } = splitHalves(bank, model, seed);
        const way = k % 2 === 0 ? 'asked' : 'recorded';
        return [
          {
            study: 'null',
            bank: name,
            run,
            way,
            looks: compareBy(way, parameters, answers, SHORT, seed),
            early: stopEarly(way, parameters, answers, seed),
          },
        ];
      },
    };
  });
}

function plantedTasks(name: string, bank: StudiedBank): Task[] {
  const lengths = LENGTHS.filter((length) => length <= 0.9 * bank.items);
  return Array.from({ length: runsOf(name) }, (_, r) =>
    closePairs(bank, pairsOf(name)).flatMap((pair, p) =>
      (Object.keys(KINDS) as Kind[]).flatMap((kind) =>
        LOSSES.map((loss): Task => {
          const run = `${pair.join('-')} ${kind} ${loss} ${r}`;
          return {
            name: `${name} planted ${run}`,
            work() {
              const seed = `planted/${name}/${run}`;
              const planted = plantedLoss(bank, pair, kind, loss, seed);
              if (planted === null) return [];
              const differing = planted[0].filter((x, j) => x !== planted[1][j]).length;
              const parameters = bank.without(...pair);
              return (['asked', 'recorded', 'random'] as const).map((way): Kept => {
                const looks = compareBy(way, parameters, planted, lengths, `${seed}/${p}`);
                const one = { bank: name, run, way, kind, loss, differing, all: bank.items };
                return { study: 'planted', ...one, looks };
              });
            },
          };
        }),
      ),
    ),
  ).flat();
}

function coverTasks(name: string, bank: StudiedBank): Task[] {
  return PAIR_KINDS.flatMap((kind) => {
    const pairs = randomPairs(bank, kind, COVERED, randomStream('compare', name, kind));
    return pairs.flatMap((pair, p) =>
      Array.from({ length: COVER_RUNS }, (_, r): Task => {
        const run = `${kind} ${p} ${r}`;
        return {
          name: `${name} cover ${run}`,
          work() {
            const answers = [bank.answersOf(pair[0]), bank.answersOf(pair[1])] as const;
            const truth = answers[1].reduce((sum, x, j) => sum + x - answers[0][j], 0) / bank.items;
            return (['asked', 'recorded'] as const).map((way): Kept => {
              const looks = compareBy(
                way,
                bank.without(...pair),
                answers,
                SHORT,
                `cover/${name}/${run}`,
              );
              return { study: 'cover', bank: name, run, way, pair: kind, truth, looks };
            });
          },
        };
      }),
    );
  });
}

function keptIn(raw: string): Kept[] {
  if (!existsSync(raw)) return [];
  const lines = readFileSync(raw, 'utf8').split('\n');
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Kept]));
}
