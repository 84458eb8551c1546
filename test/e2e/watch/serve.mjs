// A server of a checkpoint, as a command of --serve: a model that always says the letter in the checkpoint's folder, and a child
// that would outlive it. It notes how it was called. (The stand-in takes longer to start.)
// node serve.mjs NOTES PATH NAME PORT
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const [notes, path, name, port] = process.argv.slice(2);
if (existsSync(join(path, 'broken'))) {
  console.error('cannot load the weights');
  process.exit(3);
}
const content = `The answer is (${readFileSync(join(path, 'letter'), 'utf8')}).`;
// Milliseconds for an answer; `slower` outlasts the start of another process on a busy machine.
const wait = existsSync(join(path, 'slower')) ? 1000 : existsSync(join(path, 'slow')) ? 150 : 0;
const child = spawn('sleep', ['600'], { stdio: 'inherit' });
appendFileSync(notes, `${JSON.stringify({ path, name, pids: [process.pid, child.pid] })}\n`);

const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }];
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
createServer((request, reply) => {
  const say = (body) =>
    reply.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  if (request.url === '/v1/models')
    say({ object: 'list', data: [{ id: 'served', object: 'model' }] });
  else
    request
      .resume()
      .once('end', () => setTimeout(() => say({ id: 'x', model: 'served', choices, usage }), wait));
}).listen(Number(port), '127.0.0.1');
