import { expect, test } from 'vitest';
import { type EndpointChange, ServedModels } from '../../src/run/served-models.ts';

const AT = '2026-11-20T08:00:00.000Z';
const asked = (model: string | null, fingerprint: string | null = null) => ({
  served: { model, fingerprint },
});
const reused = (model: string) => ({ ...asked(model), reusedFrom: AT });

function watch() {
  const told: EndpointChange[] = [];
  return { told, served: new ServedModels((change) => told.push(change)) };
}

test('each value that is new is a change, told once, by field', () => {
  const { told, served } = watch();
  for (const [model, fingerprint] of [
    ['a', 'f'],
    ['a', 'f'],
    ['b', 'f'],
    ['a', 'g'],
    ['b', 'f'],
    ['c', 'g'],
  ])
    served.note('mine', asked(model, fingerprint));
  expect(told).toEqual([
    { model: 'mine', field: 'model', old: 'a', new: 'b', between: 'asked' },
    { model: 'mine', field: 'system_fingerprint', old: 'f', new: 'g', between: 'asked' },
    { model: 'mine', field: 'model', old: 'b', new: 'c', between: 'asked' },
  ]);
  expect(served.changes).toEqual(told);
});

test('what is not reported is no change, and models are told apart', () => {
  const { told, served } = watch();
  served.note('mine', asked('a', 'f'));
  served.note('mine', {});
  served.note('mine', asked(null, null));
  served.note('other', asked('b', 'g'));
  served.note('mine', asked('a'));
  expect(told).toEqual([]);
});

test.each([
  ['reused first', [reused('old'), asked('new')]],
  ['asked first', [asked('new'), reused('old')]],
])('a reused reply of another model than the endpoint now reports: %s', (_, replies) => {
  const { told, served } = watch();
  for (const reply of [...replies, ...replies]) served.note('mine', reply);
  expect(told).toEqual([
    { model: 'mine', field: 'model', old: 'old', new: 'new', between: 'reused-asked' },
  ]);
});

test('reused replies of two models', () => {
  const { told, served } = watch();
  served.note('mine', reused('x'));
  served.note('mine', reused('y'));
  served.note('mine', asked('y'));
  expect(told).toMatchObject([{ old: 'x', new: 'y', between: 'reused' }]);
});

test('a run that is continued knows what it had, and tells only what is new', () => {
  const { told, served } = watch();
  const origin = { answers: 3, first: AT, reused: null, fingerprint: null };
  served.resume(
    [
      { ...origin, examinee: 'mine [#1]', model: 'a' },
      { ...origin, examinee: 'mine [#2]', model: 'b' },
    ],
    (examinee) => examinee.split(' ')[0],
  );
  expect(told).toEqual([]);
  served.note('mine', asked('a'));
  served.note('mine', asked('c'));
  expect(told).toMatchObject([{ old: 'b', new: 'c', between: 'asked' }]);
  expect(served.changes.map(({ new: now }) => now)).toEqual(['b', 'c']);
});
