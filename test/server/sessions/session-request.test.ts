import { expect, test } from 'vitest';
import { newSession } from '../../../src/api/sessions.ts';
import { endpointConfiguration } from '../../../src/examinee/endpoint/configuration/configuration.ts';
import { sessionSettings } from '../../../src/server/sessions/settings/session-request.ts';
import type { LiveBank } from '../../../src/tested-bank/live-bank.ts';

/** A bank of so many items with text, the first `retired` of them retired. */
function bankOf(items: number, retired = 0): LiveBank {
  return {
    recorded: { name: 'exam' },
    ...{ rubrics: [], programs: [] },
    hashes: Array.from({ length: items }, (_, k) => `hash ${k}`),
    retired: Array.from({ length: items }, (_, k) => k < retired),
  } as unknown as LiveBank;
}

const models = [endpointConfiguration({ name: 'local', baseUrl: 'http://host/v1', model: 'm' })];
const settings = (bank: LiveBank, rest = {}) => {
  const { items, lag } = sessionSettings(
    newSession.parse({ bank: 'exam', examinee: 'ann', ...rest }),
    bank,
    { models },
  );
  return { items, lag };
};

test('a session is as long by default as a test of `rank --model`: 243 items, or half of a smaller bank', () => {
  expect(settings(bankOf(12_032)).items).toBe(243);
  expect(settings(bankOf(486)).items).toBe(243);
  expect(settings(bankOf(100)).items).toBe(50);
  expect(settings(bankOf(1)).items).toBe(1);
  // No more than can be asked.
  expect(settings(bankOf(100, 70)).items).toBe(30);
  expect(settings(bankOf(100), { items: 100 }).items).toBe(100);
});

test('8 items are in flight by default if the service asks the model, as in `rank --model`, else 1', () => {
  expect(settings(bankOf(100), { model: 'local' }).lag).toBe(8);
  expect(settings(bankOf(100)).lag).toBe(1);
  expect(settings(bankOf(100), { model: 'local', lag: 3 }).lag).toBe(3);
});

test('a bank whose answers judges or programs score is refused at once, unless the caller sends scores', () => {
  for (const [scored, by] of [
    [{ rubrics: ['report'] }, 'judges by the rubric "report"'],
    [{ programs: ['check'] }, 'the program "check"'],
  ] as const) {
    const bank = { ...bankOf(100), ...scored };
    for (const rest of [{ model: 'local' }, { scoring: 'service' }])
      expect(() => settings(bank, rest)).toThrow(`are scored by ${by}`);
    expect(settings(bank).items).toBe(50);
  }
});
