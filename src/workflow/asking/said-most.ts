import type { Store } from '../../store/store.ts';

/** A text and how often it was said. */
export interface Said {
  readonly text: string;
  readonly count: number;
}

/** What a model and its endpoint said most often in a run, most frequent first. */
export interface SaidMost {
  readonly model: string;
  readonly answers: number;
  readonly outputs: readonly Said[];
  /** Why questions were refused or not answered, in the words of the endpoint. */
  readonly refusals: readonly Said[];
}

const MOST = 3;
/** Texts are told apart by their beginning: a longer output may repeat its question. */
const LONGEST = 60;

/**
 * What some models of a run said most often, from its kept texts.
 * @param modelOf the model that an examinee of the run stands for; null for answers that are not meant
 */
export async function saidMost(
  store: Store,
  run: number,
  modelOf: (examinee: string) => string | null,
): Promise<SaidMost[]> {
  const byModel = new Map<
    string,
    { answers: number; outputs: Map<string, number>; refusals: Map<string, number> }
  >();
  for await (const { examinee, output, refused } of store.answers(run)) {
    const model = modelOf(examinee);
    if (model === null) continue;
    const own = byModel.get(model) ?? { answers: 0, outputs: new Map(), refusals: new Map() };
    byModel.set(model, own);
    if (refused === null) {
      own.answers++;
      add(own.outputs, output);
    } else add(own.refusals, refused);
  }
  return [...byModel].map(([model, { answers, outputs, refusals }]) => ({
    ...{ model, answers },
    outputs: mostOf(outputs),
    refusals: mostOf(refusals),
  }));
}

function add(counts: Map<string, number>, text: string): void {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const letters = [...line.slice(0, 2 * LONGEST)];
  const key = letters.length <= LONGEST ? line : `${letters.slice(0, LONGEST).join('')}…`;
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function mostOf(counts: ReadonlyMap<string, number>): Said[] {
  return [...counts]
    .map(([text, count]) => ({ text, count }))
    .sort((x, y) => y.count - x.count)
    .slice(0, MOST);
}
