import { threadId } from 'node:worker_threads';
import { fail } from '../../src/errors.ts';

export interface TestTask {
  readonly do: 'square' | 'fail' | 'throw' | 'exit' | 'thread';
  readonly of: number;
}

/** Tasks that do what threads can do, and how they can die. @param add to every result */
export function openTestTasks({ add }: { readonly add: number }) {
  return (task: TestTask, onStep: (doing: string) => void): number => {
    onStep(`${task.do} ${task.of}`);
    switch (task.do) {
      case 'square':
        return task.of ** 2 + add;
      case 'thread':
        return threadId;
      case 'fail':
        return fail('TOO_FEW_EXAMINEES', { found: task.of, needed: 9, purpose: 'a test' });
      case 'throw':
        throw new RangeError('a defect');
      case 'exit':
        return process.exit(task.of);
    }
  };
}
