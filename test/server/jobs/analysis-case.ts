import { Readable } from 'node:stream';
import type { Job } from '../../../src/api/jobs.ts';
import { randomStream } from '../../../src/random.ts';
import type { TestService } from '../service.ts';

const ITEMS = 60;
const MODELS = 24;

/** Adds a bank with recorded answers: those of stronger models are right more often. */
export async function addRecordedBank(service: TestService, bank: string): Promise<void> {
  const random = randomStream(7, 'answers');
  const items = Array.from({ length: ITEMS }, (_, k) => `i${k},Which is ${k}?,yes,no,A`);
  const header = ['examinee', ...items.map((_, k) => `i${k}`)].join();
  const rows = Array.from({ length: MODELS }, (_, m) =>
    [
      `f${m % 8}-m${m}`,
      ...items.map((_, k) => Number(random() < 1 / (1 + Math.exp((k - 30) / 12 - (m - 12) / 6)))),
    ].join(),
  );
  const key = await service.key('administrator');
  const send = async (route: string, text: string) => {
    const { body } = await upload(service, `/v1/banks/${bank}/${route}`, key, text);
    await endedJob(service, key, body.id);
  };
  await send('items', `id,question,A,B,answer\n${items.join('\n')}\n`);
  await send('answers', `${header}\n${rows.join('\n')}\n`);
}

async function upload({ app }: TestService, url: string, key: string, text: string) {
  const reply = await app.inject({
    ...{ method: 'POST', url, payload: Readable.from([text]) },
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
  });
  return { body: reply.json() };
}

/** A job, once it has ended. */
export async function endedJob(service: TestService, key: string, id: string): Promise<Job> {
  for (;;) {
    const { body } = await service.ask('GET', `/v1/jobs/${id}`, key);
    if (body.finishedAt !== null) return body;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
