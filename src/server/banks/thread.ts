import { Worker } from 'node:worker_threads';

/**
 * Runs a module of this folder on a new thread with `data`, and returns its first message.
 * @param threads holds it while it runs, so that it can be ended
 */
export function onThread<Message>(
  module: string,
  data: unknown,
  threads: Set<Worker>,
): Promise<Message> {
  return new Promise((resolve, reject) => {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const address = new URL(`./${module}.${extension}`, import.meta.url);
    const thread = new Worker(address, { workerData: data });
    threads.add(thread);
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => {
      threads.delete(thread);
      reject(new Error('a thread of the service has ended'));
    });
  });
}
