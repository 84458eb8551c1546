import { taxonomyWords } from '../../../../item-bank/taxonomies/tag-words.ts';
import type { Standing, Trace } from '../../../api/sessions.ts';
import type { KeptAnswer } from '../../../store/service/service-session-store.ts';
import type { OpenSession } from '../open/open-session.ts';
import { finite } from './standing-of.ts';

type Entry = Trace['places'][number];

/** The state of a test. */
type Point = Pick<Standing, 'ability' | 'se' | 'score' | 'low' | 'high' | 'verified'>;

const UNKNOWN = {
  tags: {},
  a: null,
  b: null,
  c: null,
  ability: null,
  se: null,
  predicted: null,
  low: null,
  high: null,
  verified: null,
};

/**
 * The test step by step, with its state after each answer at which it was looked at. It is replayed up to the first unanswered
 * item; all later answers count together, at the last place with an answer.
 * @param standing from all answers, in spite of gaps
 */
export async function sessionTrace(
  session: OpenSession,
  answers: readonly KeptAnswer[],
  standing: () => Promise<Standing | null>,
): Promise<Trace> {
  const { bank, test } = session;
  const { tags, responses } = bank.recorded;
  const played = session.played();
  const points = new Map<number, Point>(
    (await test.path(played)).map(({ place, score }) => [place, score]),
  );
  const last = answers.reduce((last, { place }) => Math.max(last, place), 0);
  const all = last > played.length ? await standing() : null;
  if (all !== null) points.set(last, all);
  const byPlace = new Map(answers.map((answer) => [answer.place, answer]));
  return {
    tagWords: taxonomyWords(bank.recorded),
    places: test.state.asked.map((j, k): Entry => {
      const answer = byPlace.get(k + 1);
      const score = points.get(k + 1);
      const { a, b, c } = bank.parameters ?? {};
      return {
        place: k + 1,
        item: session.itemAt(k + 1),
        ...(j < responses.items.length ? {} : { pretest: true }),
        score: answer?.score ?? null,
        at: answer?.at ?? null,
        tags: Object.fromEntries(
          // Those of pretest items are not part of the bank that is measured with.
          Object.entries(j < responses.items.length ? tags : {}).map(
            ([name, { values, codes }]) => [name, values[codes[j]]],
          ),
        ),
        a: a?.[j] ?? null,
        b: b?.[j] ?? null,
        c: c?.[j] ?? null,
        ability: score?.ability ?? null,
        se: finite(score?.se ?? null),
        predicted: score?.score ?? null,
        low: score?.low ?? null,
        high: score?.high ?? null,
        verified: score?.verified ?? null,
      };
    }),
  };
}

/** For a session whose bank has changed: only its answers. */
export function answersTrace(
  answers: readonly KeptAnswer[],
  isPretest: (item: string) => boolean,
): Trace {
  return {
    tagWords: null,
    places: answers.map(({ place, item, score, at }) => ({
      ...UNKNOWN,
      ...{ place, item, score, at },
      ...(isPretest(item) ? { pretest: true } : {}),
    })),
  };
}
