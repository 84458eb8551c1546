import { expect, test } from 'vitest';
import { recordedArms } from '../../../../../scripts/research/paper/simulate/arms.ts';
import { METHODS } from '../../../../../scripts/research/paper/simulate/methods.ts';
import { paperBlock } from '../../../../../scripts/research/paper/simulate/paper-block.ts';
import { paperReplication } from '../../../../../scripts/research/paper/simulate/paper-replication.ts';
import { participantAnswers } from '../../../../../scripts/research/paper/simulate/participants.ts';
import { prepareBank } from '../../../../../src/cat/bank.ts';
import { PUBLISHED } from '../../../../../src/cat/configuration.ts';
import { AdaptiveSession } from '../../../../../src/cat/session.ts';
import { probability } from '../../../../../src/irt/probability.ts';
import { sit } from '../../../../cat/simulated.ts';

const SIZE = 1000;
const replication = paperReplication(3, SIZE);
const width = SIZE;

test('a block is the same each time, and has every method at its lengths, of every model', () => {
  const study = { items: SIZE, lengths: [20, 243] };
  let ticks = 0;
  const block = (step: number) =>
    paperBlock(study, { seed: 3, part: 'published' }, () => {
      ticks += step;
      return ticks;
    });
  const [first, second] = [block(1), block(2)];
  expect(second.methods.map(({ seconds, ...rest }) => rest)).toEqual(
    first.methods.map(({ seconds, ...rest }) => rest),
  );
  // Each is begun and ended once, whatever the clock says.
  expect(first.methods.map(({ seconds }) => seconds)).toEqual([1, 1, 1, 1]);
  expect(first.calibrations).toEqual([{ name: 'participants', seconds: 1 }]);
  expect(first.regular).toEqual(Array.from(replication.regular));
  const { scores: said } = participantAnswers(replication);
  const [from, size] = [replication.shape.starts, replication.shape.sizes];
  // The unweighted mean over scenarios, by hand, of the last participant.
  const macro = size.reduce((sum, n, s) => {
    const own = said.subarray(19 * SIZE + from[s], 19 * SIZE + from[s] + n);
    return sum + own.reduce((right, u) => right + u, 0) / n / size.length;
  }, 0);
  expect(first.participants).toHaveLength(20);
  expect(first.participants[19]).toBeCloseTo(macro, 10);
  METHODS.published.forEach(({ onlyFigure }, m) => {
    const { scores, low, high } = first.methods[m];
    for (const figures of [scores, low, high]) {
      expect(figures).toHaveLength(onlyFigure === true ? 1 : 2);
      for (const row of figures) expect(row).toHaveLength(11);
    }
    scores.forEach((row, l) => {
      row.forEach((score, i) => {
        expect(score).toBeGreaterThanOrEqual(low[l][i]);
        expect(score).toBeLessThanOrEqual(high[l][i]);
      });
    });
  });
});

test('with true parameters it is the published method, session by session', () => {
  const [arm] = recordedArms(replication).filter(({ calibrations }) =>
    calibrations.includes('true'),
  );
  const { test: tested } = arm.open();
  const { parameters } = replication.shape;
  const bank = prepareBank(replication.bank.responses.items, parameters, replication.bank.tags);
  const model = 6;
  const answers = replication.examinees[model].scores;
  const session = new AdaptiveSession(bank, { ...PUBLISHED, stop: { rule: 'length', items: 30 } });
  sit(session, answers);
  const asked = new Set(session.items().map(({ index }) => index));
  const { ability } = session.estimate;
  const { a, b, c, d } = parameters;
  let expected = 0;
  replication.examinees[model].weights.forEach((weight, j) => {
    expected += weight * (asked.has(j) ? answers[j] : probability(ability, a[j], b[j], c[j], d[j]));
  });
  expect(tested('paper', model, [30])[0].score).toBeCloseTo(expected, 10);
});

test('recorded answers: every model is tested once, on a calibration that does not depend on its answers', () => {
  const arms = recordedArms(replication).filter(({ calibrations }) =>
    calibrations.includes('recorded'),
  );
  const opened = arms.map(({ open }) => open());
  expect(opened.flatMap(({ unseen }) => unseen).sort((x, y) => x - y)).toEqual(
    Array.from({ length: 11 }, (_, i) => i),
  );
  const [model, other] = opened[0].unseen;
  const scores = replication.bank.responses.scores.map((u, k) =>
    Math.floor(k / width) === model ? 1 - u : u,
  );
  const changed = {
    ...replication,
    bank: { ...replication.bank, responses: { ...replication.bank.responses, scores } },
  };
  const again = recordedArms(changed)[0].open();
  expect(again.unseen).toEqual(opened[0].unseen);
  const of = (arm: typeof again) => arm.test('paper', other, [40])[0];
  expect(of(again)).toEqual(of(opened[0]));
});
