import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Examinee } from '../src/examinee/examinee.ts';
import { endpointGates } from '../src/examinee/gate/endpoint-gates.ts';
import { openAiExaminee } from '../src/examinee/open-ai-examinee.ts';
import { SYSTEM_CLOCK } from '../src/examinee/services.ts';
import { mean } from '../src/statistics/mean.ts';
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
    return await measure(
      examinee,
      bareAsker(`${baseUrl}/chat/completions`),
      // A round ends when its last wave of 64 does: of few waves that is a share of the time.
      isQuick ? 8000 : 20_000,
    );
  } finally {
    standIn.kill();
  }
}

type Ask = (item: string) => Promise<unknown>;

async function measure(examinee: Examinee, bare: Ask, few: number): Promise<Measured[]> {
  const ask: Ask = (item) =>
    examinee.ask({
      item,
      messages: [{ role: 'user', content: `${item}: ${QUESTION}` }],
      repeat: 0,
    });
  await askMany(ask, 0, 2000);
  await askMany(bare, 0, 2000);
  const samples: Round[] = [];
  const bareSamples: Round[] = [];
  let asked = 2000;
  // By turns: what else the machine does is shared by both.
  for (let round = 0; round < ROUNDS; round++) {
    samples.push(await askMany(ask, asked, few / ROUNDS));
    bareSamples.push(await askMany(bare, asked, few / ROUNDS));
    asked += few / ROUNDS;
  }
  const before = memory();
  await askMany(ask, asked, 9 * few);
  const after = memory();
  const best = DELAY / IN_FLIGHT;
  const second = (milliseconds: number) => Math.round(1000 / milliseconds);
  return [
    measured(
      `endpoint, ${IN_FLIGHT} in flight: an answer`,
      samples.map(({ clock }) => clock),
      'ms',
      best / SHARE,
      `${DELAY} ms an answer / ${IN_FLIGHT} at a time = ${best.toPrecision(3)} ms, ${second(best)} a second`,
      {
        answers: few,
        aSecond: samples.map(({ clock }) => second(clock)).join(' '),
        aSecondBareNodeHttp: bareSamples.map(({ clock }) => second(clock)).join(' '),
        processorMs: mean(samples.map(({ cpu }) => cpu)),
        processorMsBareNodeHttp: mean(bareSamples.map(({ cpu }) => cpu)),
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

/** Milliseconds an answer: by the clock, and of the processors' time. */
interface Round {
  readonly clock: number;
  readonly cpu: number;
}

/** Asks `count` questions, 64 at a time. */
async function askMany(ask: Ask, from: number, count: number): Promise<Round> {
  const began = performance.now();
  const before = process.cpuUsage();
  let next = from;
  const work = async () => {
    while (next < from + count) await ask(`item-${next++}`);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  const { user, system } = process.cpuUsage(before);
  return { clock: (performance.now() - began) / count, cpu: (user + system) / 1000 / count };
}

/** The least there is to do: the same requests through node:http, answers parsed, and nothing else. */
function bareAsker(url: string): Ask {
  const agent = new http.Agent({ keepAlive: true });
  return (item) =>
    new Promise((resolve, reject) => {
      const messages = [{ role: 'user', content: `${item}: ${QUESTION}` }];
      const body = JSON.stringify({ model: 'stand-in', stream: false, messages });
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      };
      const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
      });
      request.on('error', reject);
      request.end(body);
    });
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
