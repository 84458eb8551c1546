import { gradeCode, hasCode } from './grade-code.ts';
import { objectsIn } from './objects-in.ts';
import { plainName } from './rubric.ts';
import { visibleReply } from './visible-reply.ts';

/** Which of two answers is better, by the order in which they were shown. */
export type Verdict = 'first' | 'second' | 'tie';

const NAMES = new Set(['better', 'winner', 'verdict', '更好'].map(plainName));
const VERDICTS: Readonly<Record<string, Verdict>> = {
  a: 'first',
  answera: 'first',
  回答a: 'first',
  b: 'second',
  answerb: 'second',
  回答b: 'second',
  tie: 'tie',
  equal: 'tie',
  平局: 'tie',
  同样好: 'tie',
  一样好: 'tie',
};

/**
 * The verdict of a judge from its replies: the first that has one. Null if none has: a judge that says nothing that can be read did not
 * decide, and that is no tie. Objects that contradict each other are none.
 * @param answers what was judged, in the order in which it was shown
 */
export function readVerdict(
  outputs: readonly string[],
  answers: readonly [string, string],
): Verdict | null {
  const code = gradeCode('pair', answers);
  for (const output of outputs) {
    const verdicts = new Set<Verdict>();
    for (const found of objectsIn(visibleReply(output) ?? '')) {
      if (!hasCode(found, code)) continue;
      for (const [name, value] of found.fields) {
        const said = typeof value === 'string' ? plainName(value) : '';
        if (NAMES.has(plainName(name)) && Object.hasOwn(VERDICTS, said))
          verdicts.add(VERDICTS[said]);
      }
    }
    if (verdicts.size === 1) return [...verdicts][0];
  }
  return null;
}
