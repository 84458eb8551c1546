import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { STAND_IN_FINGERPRINT } from '../../../src/examinee/stand-in-fingerprint.ts';

/** One address behind which a model can be exchanged. */
export interface ExchangedModel {
  /** Ends in /v1. */
  readonly url: string;
  /** Requests for answers so far. */
  readonly asked: () => number;
  /** From now on this server answers, and reports these names. */
  serve(
    target: string,
    reported?: { readonly model?: string; readonly fingerprint?: string },
  ): void;
  close(): Promise<void>;
}

/** @param target the server that answers at first, as its address up to /v1 */
export async function exchangedModel(target: string): Promise<ExchangedModel> {
  let now = { target, model: null as string | null, fingerprint: STAND_IN_FINGERPRINT };
  let asked = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const { target: to, model, fingerprint } = now;
      const { method = 'GET', headers } = request;
      const body = method === 'POST' ? await buffer(request) : null;
      if (method === 'POST') asked++;
      const type = { 'content-type': headers['content-type'] ?? 'application/json' };
      const answer = await fetch(`${to}${request.url!.replace(/^\/v1/, '')}`, {
        method,
        headers: type,
        body,
      });
      const text = (await answer.text()).replaceAll(STAND_IN_FINGERPRINT, fingerprint);
      const named =
        model === null || method === 'GET'
          ? text
          : text.replace(/"model":"[^"]*"/g, () => `"model":${JSON.stringify(model)}`);
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type')! });
      response.end(named);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked: () => asked,
    serve(to, { model = null, fingerprint = STAND_IN_FINGERPRINT } = {}) {
      now = { target: to, model, fingerprint };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
