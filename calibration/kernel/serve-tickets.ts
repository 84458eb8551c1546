import { awaitTicket, CONTROL, finishTicket, markBlock } from './tickets.ts';

/** The main loop of a worker: runs blocks of jobs until the threads must end. */
export function serveTickets(
  control: Int32Array,
  blocks: number,
  runBlock: (job: number, block: number) => void,
): void {
  for (;;) {
    const ticket = awaitTicket(control);
    if (ticket < 0) return;
    try {
      runBlock(Atomics.load(control, CONTROL.job), ticket % blocks);
      markBlock(control, ticket, blocks);
    } catch {
      Atomics.store(control, CONTROL.failed, 1);
    }
    finishTicket(control);
  }
}
