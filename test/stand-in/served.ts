import OpenAI from 'openai';
import { afterEach } from 'vitest';
import type { ItemDraft } from '../../item-bank/import/item-draft.ts';
import { sealItem } from '../../item-bank/import/seal-item.ts';
import type { Item } from '../../item-bank/items/item.ts';
import { fixedLetter } from '../../src/stand-in/answerers/fixed-letter.ts';
import type { StandInOptions } from '../../src/stand-in/options.ts';
import { standIn } from '../../src/stand-in/stand-in.ts';

/** A valid item of what matters. */
export function item(draft: ItemDraft, language = 'en'): Item {
  return sealItem(draft, { source: 'tests', licence: 'MIT', language }, 'item');
}

export function single(id: string, stem: string, options: string[], key = 'A'): Item {
  const lettered = Object.fromEntries(
    options.map((text, k) => [String.fromCharCode(65 + k), text]),
  );
  return item({ id, type: 'single', stem, options: lettered, key: [key] });
}

/** A choice question as a prompt shows it. */
export function shown(item: Item, order?: string[]): string {
  const options = 'options' in item ? item.options : {};
  const texts = (order ?? Object.keys(options)).map((letter) => options[letter]);
  const lines = texts.map((text, k) => `${String.fromCharCode(65 + k)}. ${text}`);
  return `Read the question.\n\nQuestion:\n${item.stem}\n\nOptions:\n${lines.join('\n')}\n\nThe answer is (X)`;
}

export const user = (content: string) => ({ role: 'user' as const, content });

const running: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

export interface Served {
  readonly url: string;
  readonly client: OpenAI;
  /** POST of JSON, or GET without a body. */
  call(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  counts(): Promise<{
    requests: Record<string, number>;
    faults: Record<string, number>;
    replies: number;
  }>;
}

/** A stand-in that listens until the test ends; by default one model, `any`, that answers everything. */
export async function serve(options: Partial<StandInOptions> = {}): Promise<Served> {
  const server = standIn({ answerers: [fixedLetter(['any'], 1)], ...options });
  running.push(server);
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const call = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    });
  return {
    url,
    client: new OpenAI({ baseURL: `${url}/v1`, apiKey: options.key ?? 'none', maxRetries: 0 }),
    call,
    counts: async () => (await (await call('/stand-in/counts')).json()) as never,
  };
}
