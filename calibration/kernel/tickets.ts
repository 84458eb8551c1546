/**
 * How threads share the blocks of a job. A job hands out one ticket per block. Every thread, the one that posts the
 * job included, takes tickets until none is left, so that a slow thread takes fewer and a late one none.
 *
 * All counters only rise: ticket t belongs to block t mod (number of blocks), and a job owns the tickets below `posted` that
 * the jobs before it did not own. A thread that takes a ticket finishes it before the next job can be posted. A wake-up has no
 * meaning of its own: a thread that wakes late or without reason reads the counters again.
 */

/** Places in the control array. */
export const CONTROL = {
  /** Tickets posted by all jobs so far. Threads sleep on it. */
  posted: 0,
  /** Tickets taken so far. */
  taken: 1,
  /** Tickets finished so far. The thread that posted sleeps on it. */
  finished: 2,
  /** The instruction that the present tickets are for. */
  job: 3,
  /** 1 once a block failed. */
  failed: 4,
  /** 1 once the threads must end. */
  stopped: 5,
  /** From here on, one place per block: 1 + the ticket by which it was last computed. */
  marks: 6,
} as const;

/** The control array of a crew that shares this number of blocks. */
export function openControl(blocks: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * (CONTROL.marks + blocks)));
}

/** Marks the block of a ticket as computed. */
export function markBlock(control: Int32Array, ticket: number, blocks: number): void {
  Atomics.store(control, CONTROL.marks + (ticket % blocks), ticket + 1);
}

/** True if every block carries the mark of the last job: none was left out, and none computed by an old ticket. */
export function isComplete(control: Int32Array, blocks: number): boolean {
  const first = Atomics.load(control, CONTROL.posted) - blocks;
  for (let block = 0; block < blocks; block++)
    if (Atomics.load(control, CONTROL.marks + block) !== first + block + 1) return false;
  return true;
}

/** Posts `blocks` tickets for a job, and wakes the threads. All earlier tickets must be finished. */
export function postJob(control: Int32Array, job: number, blocks: number): void {
  Atomics.store(control, CONTROL.job, job);
  Atomics.add(control, CONTROL.posted, blocks);
  Atomics.notify(control, CONTROL.posted);
}

/** The next ticket of those posted; −1 if all are taken. */
export function takeTicket(control: Int32Array): number {
  for (;;) {
    const ticket = Atomics.load(control, CONTROL.taken);
    if (ticket >= Atomics.load(control, CONTROL.posted)) return -1;
    // Another thread may have taken it in the meantime, and the job may even be over; the counter has then risen.
    if (Atomics.compareExchange(control, CONTROL.taken, ticket, ticket + 1) === ticket)
      return ticket;
  }
}

export function finishTicket(control: Int32Array): void {
  Atomics.add(control, CONTROL.finished, 1);
  Atomics.notify(control, CONTROL.finished);
}

/** Sleeps until a ticket is available, and takes it; −1 once the threads must end. */
export function awaitTicket(control: Int32Array): number {
  for (;;) {
    const posted = Atomics.load(control, CONTROL.posted);
    if (Atomics.load(control, CONTROL.stopped) === 1) return -1;
    const ticket = takeTicket(control);
    if (ticket >= 0) return ticket;
    Atomics.wait(control, CONTROL.posted, posted);
  }
}

/** Waits until every posted ticket is finished; false if none finishes for `timeout` milliseconds. */
export function awaitFinished(control: Int32Array, timeout: number): boolean {
  for (;;) {
    const finished = Atomics.load(control, CONTROL.finished);
    if (finished >= Atomics.load(control, CONTROL.posted)) return true;
    const isLate = Atomics.wait(control, CONTROL.finished, finished, timeout) === 'timed-out';
    if (isLate && Atomics.load(control, CONTROL.finished) === finished) return false;
  }
}

/**
 * Tells the threads to end. `posted` stays unchanged, so that no ticket without a job can be taken. A thread that is about to
 * sleep may miss the call; the caller must therefore also terminate the threads.
 */
export function stopThreads(control: Int32Array): void {
  Atomics.store(control, CONTROL.stopped, 1);
  Atomics.notify(control, CONTROL.posted);
}
