import { expect, test } from 'vitest';
import { synthesisPlan } from '../../../calibration/synthesize/calls.ts';
import { participantsOf } from '../../../calibration/synthesize/participants.ts';
import { participantOfCall } from '../../../calibration/synthesize/read-call-id.ts';

const participants = participantsOf([
  {
    pairs: [
      ['a b', 'c.1'],
      ['c.1', 'a b'],
      ['c.1', null],
    ],
    rounds: [1, 2],
    temperatures: [null, 0.7],
    variants: ['cot', 'answer-only'],
    repeats: 2,
  },
]);

test('a participant is read off the id of its last call, as it was made', () => {
  const pairs = participants.filter(({ critic }) => critic !== null);
  expect(pairs.length).toBeGreaterThan(20);
  for (const participant of pairs) expect(participantOfCall(participant.id)).toEqual(participant);
});

test('generations are answers of models alone, criticisms of nobody', () => {
  for (const { id, stage, model } of synthesisPlan(participants).calls) {
    const found = participantOfCall(id);
    if (stage === 'debate') expect(found).toBeNull();
    else expect(found).toMatchObject({ id, generator: id.split(/ > | \[/)[0] });
    if (stage === 'generate')
      expect(found).toMatchObject({ generator: model, critic: null, rounds: 0 });
  }
});

test.each(['a > b > c', 'a [t=x]', 'a [#0]', 'a > b > a [cot]'])('%s is no id', (id) => {
  expect(participantOfCall(id)).toBeNull();
});
