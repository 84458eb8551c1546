// Writes docs/evidence/orders.md: how often declared orders are wrong about expected scores, on simulated banks with known truth.
// Run it with `npm run evidence:orders`; it takes about an hour and a half. It continues from the repetitions in --raw FILE.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type OrderOutcome, replicateOrders } from '../sim/ordering/simulated/replication.ts';
import { ORDER_DESIGNS } from './order-evidence/designs.ts';
import { orderPage } from './order-evidence/page.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    raw: { type: 'string', default: 'order-evidence.jsonl' },
    designs: { type: 'string' },
    page: { type: 'string', default: 'docs/evidence/orders.md' },
    simulate: { type: 'boolean', default: true },
  },
  allowNegative: true,
});

/** A repetition of a design, as it is kept. */
interface Kept {
  readonly design: string;
  readonly run: number;
  readonly outcomes: readonly OrderOutcome[];
}

const runs = Number(values.runs);
const read = (): Kept[] =>
  existsSync(values.raw)
    ? readFileSync(values.raw, 'utf8')
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Kept]))
    : [];
const chosen = values.designs?.split(',') ?? Object.keys(ORDER_DESIGNS);
if (values.simulate) {
  const known = new Set(read().map(({ design, run }) => `${design} ${run}`));
  for (let run = 1; run <= runs; run++)
    for (const design of chosen) {
      if (known.has(`${design} ${run}`)) continue;
      const outcomes = replicateOrders(ORDER_DESIGNS[design].design, `orders/${design}/${run}`);
      appendFileSync(values.raw, `${JSON.stringify({ design, run, outcomes } satisfies Kept)}\n`);
    }
}
writeFileSync(
  values.page,
  orderPage(
    Object.entries(ORDER_DESIGNS).map(([name, { title, design }]) => ({
      name,
      title,
      design,
      repetitions: read()
        .filter((kept) => kept.design === name && kept.run <= runs)
        .map(({ outcomes }) => outcomes),
    })),
  ),
);
