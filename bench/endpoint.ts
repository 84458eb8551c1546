import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Examinee } from '../src/examinee/examinee.ts';
import { endpointGates } from '../src/examinee/gate/endpoint-gates.ts';
import { openAiExaminee } from '../src/examinee/open-ai-examinee.ts';
import { SYSTEM_CLOCK } from '../src/examinee/services.ts';
import { DELAY } from './endpoint-stand-in.ts';
import { type BenchmarkOptions, type Measured, measured } from './measure.ts';

const IN_FLIGHT = 64;
const QUESTION = 'Which of the following is right? '.repeat(30);
/** Of what 64 requests of 50 ms at a time allow. */
const SHARE = 0.9;
const ROUNDS = 5;

/** Questions to a model of the network: how many a second with 64 in flight, and what they leave in memory. */
export async function endpoint({ isQuick }: BenchmarkOptions): Promise<Measured[]> {
  const standIn = spawn(
    process.execPath,
    [new URL('endpoint-stand-in.ts', import.meta.url).pathname],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  try {
    const [port] = (await once(standIn.stdout, 'data')) as [Buffer];
    const baseUrl = `http://127.0.0.1:${String(port).trim()}/v1`;
    const limits = { concurrency: IN_FLIGHT, requestsPerMinute: null, tokensPerMinute: null };
    const examinee = openAiExaminee(
      { name: 'stand-in', model: 'stand-in', baseUrl, concurrency: IN_FLIGHT },
      {
        ...SYSTEM_CLOCK,
        env: {},
        seed: '1',
        cache: null,
        gate: endpointGates(SYSTEM_CLOCK)({ baseUrl, ...limits }),
        log: () => {},
      },
    );
    return await measure(examinee, isQuick ? 2000 : 20_000);
  } finally {
    standIn.kill();
  }
}

async function measure(examinee: Examinee, few: number): Promise<Measured[]> {
  await askMany(examinee, 0, 2000);
  const samples: number[] = [];
  const cpu = process.cpuUsage();
  let asked = 2000;
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now();
    await askMany(examinee, asked, few / ROUNDS);
    samples.push((performance.now() - from) / (few / ROUNDS));
    asked += few / ROUNDS;
  }
  const { user, system } = process.cpuUsage(cpu);
  const before = memory();
  await askMany(examinee, asked, 9 * few);
  const after = memory();
  const best = DELAY / IN_FLIGHT;
  const second = (milliseconds: number) => Math.round(1000 / milliseconds);
  return [
    measured(
      `endpoint, ${IN_FLIGHT} in flight: an answer`,
      samples,
      'ms',
      best / SHARE,
      `${DELAY} ms an answer / ${IN_FLIGHT} at a time = ${best.toPrecision(3)} ms, ${second(best)} a second`,
      {
        aSecond: samples.map(second).join(' '),
        cpuAnAnswer: (user + system) / 1000 / few,
        answers: few,
      },
    ),
    measured(
      `endpoint, memory over ${10 * few} answers`,
      [after.heap - before.heap],
      'MB',
      5,
      `0: nothing is kept of an answer; heap after collection at ${10 * few} answers less that at ${few}`,
      {
        heapBefore: before.heap,
        heapAfter: after.heap,
        rssBefore: before.rss,
        rssAfter: after.rss,
      },
    ),
  ];
}

/** Asks `count` questions, 64 at a time. */
async function askMany(examinee: Examinee, from: number, count: number): Promise<void> {
  let next = from;
  const work = async () => {
    while (next < from + count) {
      const item = `item-${next++}`;
      const content = `${item}: ${QUESTION}`;
      await examinee.ask({ item, messages: [{ role: 'user', content }], repeat: 0 });
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
}

/** In MB, after two collections. */
function memory(): { readonly heap: number; readonly rss: number } {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed / 1e6, rss: rss / 1e6 };
}
