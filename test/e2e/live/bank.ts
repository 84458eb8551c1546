import { readResponses } from '../../../src/files/responses/read-responses.ts';
import type { RunAnswer, RunSummary } from '../../../src/run/run-record.ts';
import { standInItems } from '../../../src/stand-in/stand-in-items.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Exam } from './exam.ts';

/** Keeps an exam as the bank `sums` of a database, as the commands import and record do. */
export async function keepExam(exam: Exam, database: string): Promise<void> {
  const store = await openStore(database, { clock: () => new Date(0) });
  try {
    const at = new Date(0).toISOString();
    const bank = { name: 'sums', title: 'Sums', builtin: null };
    await store.addItems(bank, await standInItems(exam.items), at);
    const { matrix, families } = readResponses(exam.responses);
    await store.putResponses('sums', matrix, families, at);
  } finally {
    await store.close();
  }
}

/** A run as it is kept. */
export interface KeptRun extends RunSummary {
  readonly kept: readonly RunAnswer[];
}

/** The runs of a database, oldest first, with their answers by model and place. */
export async function keptRuns(database: string): Promise<KeptRun[]> {
  const store = await openStore(database, { clock: () => new Date(0) });
  try {
    const runs: KeptRun[] = [];
    for (const run of (await store.runs()).reverse()) {
      const kept: RunAnswer[] = [];
      for await (const answer of store.answers(run.id)) kept.push(answer);
      runs.push({ ...run, kept });
    }
    return runs;
  } finally {
    await store.close();
  }
}

/** What must not depend on when answers came and how often was asked. */
export function recordOf(kept: readonly RunAnswer[]) {
  return kept.map(({ examinee, place, item, extracted, score, output }) => ({
    examinee,
    place,
    item,
    extracted,
    score,
    output,
  }));
}
