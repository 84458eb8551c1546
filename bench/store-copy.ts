/**
 * How long copies of a store take, and what its rows take on the disk: `node bench/store-copy.ts [ANSWERS]`. A bank with 12,000 items
 * and 100 models, and a run whose outputs have 500 characters.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyStore } from '../src/store/copy/copy-store.ts';
import { openStore } from '../src/store/open-store.ts';
import { newCluster } from '../test/store/postgres-cluster.ts';
import { AT, answerOf, BANK, clock, itemsOf } from '../test/store/store-case.ts';

const ITEMS = 12_000;
const MODELS = 100;
const PART = 2000;
const answers = Number(process.argv[2] ?? 200_000);
const folder = mkdtempSync(join(tmpdir(), 'thetarank-copy-'));
const server = await newCluster(join(folder, 'postgres'));
try {
  await server.start();
  const first = join(folder, 'first.db');
  const store = await openStore(first, { clock });
  const items = itemsOf(0, ITEMS);
  await store.addItems(BANK, items, AT);
  const matrix = {
    items: items.map(({ id }) => id),
    examinees: Array.from({ length: MODELS }, (_, k) => `model-${k}`),
    scores: new Float32Array(ITEMS * MODELS).map((_, k) => k % 2),
  };
  await store.putResponses(BANK.name, matrix, null, AT);
  await store.close();
  const empty = statSync(first).size;
  const again = await openStore(first, { clock });
  const run = await again.createRun({}, 'h', AT);
  const output = 'x'.repeat(500);
  for (let k = 0; k < answers; k += PART)
    await again.append(
      run,
      Array.from({ length: PART }, (_, j) => answerOf('m', k + j + 1, { output })),
    );
  await again.close();
  const places = [
    ['sqlite to sqlite', join(folder, 'second.db')],
    ['sqlite to postgres', server.address],
  ];
  const report: Record<string, unknown> = { items: ITEMS, models: MODELS, answers };
  report.bytesOfBank = empty;
  report.bytesPerAnswer = Math.round((statSync(first).size - empty) / answers);
  for (const [way, to] of places) {
    const begun = performance.now();
    const { rows } = await copyStore(first, to, { clock }, () => {});
    const seconds = (performance.now() - begun) / 1000;
    report[way] = { rows, seconds, rowsPerSecond: Math.round(rows / seconds) };
  }
  const [{ bytes }] = await server.query<{ bytes: string }>(
    "select pg_total_relation_size('answers') as bytes",
  );
  report.bytesPerAnswerPostgres = Math.round(Number(bytes) / answers);
  const begun = performance.now();
  await copyStore(server.address, join(folder, 'third.db'), { clock }, () => {});
  report['postgres to sqlite'] = { seconds: (performance.now() - begun) / 1000 };
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
} finally {
  await server.stopAtOnce();
  rmSync(folder, { recursive: true, force: true });
}
