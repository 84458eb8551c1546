/**
 * A model that thinks for 50 milliseconds: `node bench/endpoint-stand-in.ts`, a process of its own, so that it takes no
 * time from what is measured. Writes its port to standard output, and ends with its standard input.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const DELAY = 50;

const ANSWER = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 0,
  model: 'stand-in',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: `${'Let us see. '.repeat(40)}The answer is (A).` },
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 250, completion_tokens: 120, total_tokens: 370 },
});

if (import.meta.main) {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () =>
      setTimeout(() => {
        response.writeHead(200, {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(ANSWER),
        });
        response.end(ANSWER);
      }, DELAY),
    );
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
  });
  process.stdin.resume();
  process.stdin.on('end', () => process.exit());
}
