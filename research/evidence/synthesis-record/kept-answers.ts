import { openStore, type RunAnswer } from 'thetarank';

/** The answers of the only run of a database; none where it has no run yet. @throws where there are several */
export async function keptAnswers(database: string, texts: boolean): Promise<RunAnswer[]> {
  const store = await openStore(database, { clock: () => new Date(0) });
  try {
    const runs = await store.runs();
    if (runs.length > 1) throw new Error(`${runs.length} runs where one goes on`);
    const answers: RunAnswer[] = [];
    for (const { id } of runs)
      for await (const answer of store.answers(id, { texts })) answers.push(answer);
    return answers;
  } finally {
    await store.close();
  }
}
