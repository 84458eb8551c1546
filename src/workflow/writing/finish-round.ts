import { type ItemShingles, shinglesOf } from '../../../item-bank/audit/shingles.ts';
import { readAudit, readSolution } from '../../prompt/write/audit-conversation.ts';
import type { WritingIssue } from '../../prompt/write/issues.ts';
import type { WrittenQuestion } from '../../prompt/write/shown-question.ts';
import { randomStream, shuffle } from '../../random.ts';
import type { Store } from '../../store/store.ts';
import type { StoredQuestion } from '../../store/writing/writing-store.ts';
import { checkQuestion, solutionIssues } from '../../writing/check-question.ts';
import { checkSet } from '../../writing/check-set.ts';
import {
  auditRequest,
  repliesIn,
  WRITING_CALLS,
  type WritingTask,
} from '../../writing/writing-calls.ts';
import { writtenItem } from '../../writing/written-question.ts';
import type { RoundJob } from './round-job.ts';
import type { RoundPlan } from './round-plan.ts';

/**
 * Makes the questions of a round from the kept replies, checks them, draws those that experts see, and keeps them. Called again, it
 * changes nothing.
 * @param standing questions of earlier rounds that stay
 * @returns whether this call finished the round
 */
export async function finishRound(
  store: Store,
  job: RoundJob,
  run: number,
  { slots }: RoundPlan,
  standing: readonly WrittenQuestion[],
  bank: string | null,
  at: string,
): Promise<boolean> {
  const outputs = await outputsOf(store, run, job);
  const read = job.tasks.map((task) => readQuestion(task, outputs, job));
  const findings = checkSet(
    read.map(({ question }) => question),
    [...standing.map(compared), ...(await itemsOf(store, bank))],
  );
  const checked = read.map((one, k) => ({
    ...one,
    issues: [...one.issues, ...findings.issues[k]],
  }));
  const drawn = drawnOf(checked, job);
  const questions = checked.map(
    (one, k): StoredQuestion => ({
      ...one,
      ...{ round: job.round, place: job.tasks[k].place, passage: slots[k].passage },
      drawn: drawn.has(k),
    }),
  );
  const { longestKeys, positions } = findings;
  return store.writing.finishRound(job.panel, job.round, questions, { longestKeys, positions }, at);
}

type ReadQuestion = Pick<StoredQuestion, 'question' | 'issues' | 'failed'>;
type Outputs = ReadonlyMap<string, string>;

async function outputsOf(store: Store, run: number, { tasks }: RoundJob): Promise<Outputs> {
  const places = tasks.map(({ place }) => place);
  const outputs = new Map<string, string>();
  const wanted = new Map(WRITING_CALLS.map((call) => [call as string, places]));
  for await (const { examinee, place, output } of store.outputs(run, wanted))
    outputs.set(`${examinee} ${place}`, output);
  return outputs;
}

function readQuestion(task: WritingTask, outputs: Outputs, { writing }: RoundJob): ReadQuestion {
  const said = (call: (typeof WRITING_CALLS)[number]) => outputs.get(`${call} ${task.place}`) ?? '';
  const request = auditRequest(task, said('write'));
  if (request === null) return { question: null, issues: [], failed: true };
  const { question, passage } = request;
  const { licence, language } = writing;
  const item = writtenItem(question, { licence, language, source: 'check', tags: {} });
  if (typeof item === 'string') {
    const issue: WritingIssue = { by: 'check', kind: 'invalid', note: item.slice(0, 600) };
    return { question, issues: [issue], failed: true };
  }
  const audit = readAudit(request, repliesIn(said('audit')));
  return {
    question,
    failed: false,
    issues: [
      ...checkQuestion(question, passage),
      ...(audit ?? [{ by: 'check', kind: 'unaudited', note: '' } as const]),
      ...solutionIssues(question, readSolution(request, repliesIn(said('solve')))),
    ],
  };
}

/** Every flagged question, and of the others all or a random sample. */
function drawnOf(
  questions: readonly ReadQuestion[],
  { writing: { sample, seed }, round }: RoundJob,
): Set<number> {
  const seen = questions.flatMap(({ failed }, k) => (failed ? [] : [k]));
  const flagged = seen.filter((k) => questions[k].issues.length > 0);
  const others = seen.filter((k) => questions[k].issues.length === 0);
  if (sample === null) return new Set(seen);
  const some = shuffle(others, randomStream(seed, 'writing', 'sample', round)).slice(0, sample);
  return new Set([...flagged, ...some]);
}

function compared({ stem, options }: WrittenQuestion): ItemShingles {
  return shinglesOf({ id: '', stem, options: options ?? undefined });
}

async function itemsOf(store: Store, bank: string | null): Promise<ItemShingles[]> {
  if (bank === null || !(await store.banks()).some(({ name }) => name === bank)) return [];
  const all: ItemShingles[] = [];
  for await (const item of store.items(bank))
    all.push(
      shinglesOf({
        ...{ id: item.id, stem: item.stem, images: item.images },
        options: 'options' in item ? item.options : undefined,
      }),
    );
  return all;
}
