import { loadBuiltinBank } from '../../item-bank/builtin/load.ts';
import { harnessTasks } from '../../src/files/harness/harness-tasks.ts';

/** The documents of each task of mmlu-pro in lm-evaluation-harness, by their `question_id`: what the fake harness knows. */
export function harnessDocs(): Record<string, number[]> {
  const bank = loadBuiltinBank('mmlu-pro');
  return Object.fromEntries(
    [...harnessTasks(bank).itemsOf].map(([task, items]) => [
      task,
      items.map((j) => Number(bank.items[j].slice(1))),
    ]),
  );
}
