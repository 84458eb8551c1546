import type { ResponseMatrix } from 'thetarank';
import { reflectedOf, SCENARIOS, synthesizedAnswers } from 'thetarank/study';
import type { PaperReplication } from './paper-replication.ts';
import { drawPool } from './pool.ts';

/** Number of options if it is not published; it only affects how often two wrong answers agree. */
const OPTIONS = 4;

/**
 * The paper's participants: all 20 ordered pairs of 5 models (generate, debate, reflect), each with an answer to every item.
 * None of the models is ranked. Persuasion follows the default settings of simulated debates, which are assumptions.
 */
export function participantAnswers({ seed, bank, shape }: PaperReplication): ResponseMatrix {
  const pool = drawPool(shape, seed);
  const { a, b, c, d } = shape.parameters;
  const width = bank.responses.items.length;
  let examinees: readonly string[] = [];
  let scores = new Float32Array(0);
  shape.sizes.forEach((size, s) => {
    const start = shape.starts[s];
    const options = SCENARIOS[s].options || OPTIONS;
    const { responses } = reflectedOf(
      synthesizedAnswers(
        {
          seed: `${seed}-paper`,
          items: Array.from({ length: size }, (_, k) => {
            const j = start + k;
            const [id, key] = [bank.responses.items[j], j % options];
            return { id, options, key, a: a[j], b: b[j], c: c[j], d: d[j] };
          }),
          pool: new Map(pool.map((abilities, m) => [`${m + 1}-pool`, abilities[s]])),
        },
        {},
      ),
    );
    if (s === 0) {
      examinees = responses.examinees;
      scores = new Float32Array(examinees.length * width);
    }
    examinees.forEach((_, i) => {
      scores.set(responses.scores.subarray(i * size, (i + 1) * size), i * width + start);
    });
  });
  return { examinees, items: bank.responses.items, scores };
}
