import type { HarnessBank } from '../../../src/files/harness/harness-tasks.ts';

/** Six items of two tasks: sums_long_division has s70, s72, s75; sums_law has s71, s73, s74. */
export const bank: HarnessBank = {
  name: 'sums',
  items: ['s70', 's71', 's72', 's73', 's74', 's75'],
  tags: { topic: { values: ['long division', 'law'], codes: Uint16Array.of(0, 1, 0, 1, 1, 0) } },
  harness: {
    program: 'lm-evaluation-harness',
    tag: 'topic',
    taskPrefix: 'sums_',
    idField: 'question_id',
    idPrefix: 's',
  },
};
