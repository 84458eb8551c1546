import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { writeFileWhole } from 'thetarank';
import { type OrderOutcome, replicateOrders } from 'thetarank/study';
import { names, wholeNumber } from '../../../src/cli/command-kit.ts';
import { pageOption } from '../page-option.ts';
import { ORDER_DESIGNS } from './designs.ts';
import { orderPage } from './page.ts';

interface OrdersOptions {
  readonly runs: number;
  readonly raw: string;
  readonly designs: readonly string[];
  readonly simulate: boolean;
  readonly out: string;
}

/** A repetition of a design, as it is kept. */
interface Kept {
  readonly design: string;
  readonly run: number;
  readonly outcomes: readonly OrderOutcome[];
}

/** `npm run research -- orders` */
export function addOrdersCommand(evidence: Command): void {
  evidence
    .command('orders')
    .description(
      'How often are declared orders wrong about expected scores, on simulated banks with known truth? An hour and a half; it goes on from the repetitions in --raw.',
    )
    .option('--runs <n>', 'repetitions of each design', wholeNumber(1), 200)
    .option('--raw <file>', 'keep the repetitions there, JSON Lines', 'order-evidence.jsonl')
    .addOption(
      new Option('--designs <names>', 'simulate these designs alone, separated by commas')
        .argParser(designNames)
        .default(Object.keys(ORDER_DESIGNS), 'all'),
    )
    .option('--no-simulate', 'make the page of the repetitions that are there')
    .addOption(pageOption('orders.md'))
    .action(makePage);
}

function designNames(text: string): string[] {
  const given = names(text);
  if (given.some((name) => !Object.hasOwn(ORDER_DESIGNS, name)))
    throw new InvalidArgumentError(`Accepted: ${Object.keys(ORDER_DESIGNS).join(', ')}.`);
  return given;
}

function makePage({ runs, raw, designs, simulate, out }: OrdersOptions): void {
  if (simulate) {
    const known = new Set(keptIn(raw).map(({ design, run }) => `${design} ${run}`));
    for (let run = 1; run <= runs; run++)
      for (const design of designs) {
        if (known.has(`${design} ${run}`)) continue;
        const outcomes = replicateOrders(ORDER_DESIGNS[design].design, `orders/${design}/${run}`);
        appendFileSync(raw, `${JSON.stringify({ design, run, outcomes } satisfies Kept)}\n`);
      }
  }
  const all = keptIn(raw).filter(({ run }) => run <= runs);
  const results = Object.entries(ORDER_DESIGNS).map(([name, { title, design }]) => {
    const repetitions = all.filter((kept) => kept.design === name).map(({ outcomes }) => outcomes);
    return { name, title, design, repetitions };
  });
  writeFileWhole(out, orderPage(results));
}

function keptIn(raw: string): Kept[] {
  if (!existsSync(raw)) return [];
  const lines = readFileSync(raw, 'utf8').split('\n');
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Kept]));
}
