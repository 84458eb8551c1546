import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { opencompass } from '../../../../item-bank/import/logs/opencompass.ts';
import { promptQuestion } from '../../../../item-bank/import/logs/prompt-question.ts';
import { temporaryFolder } from '../../../files/temporary.ts';
import { runLogs } from '../run-log.ts';

const base = temporaryFolder();
function at(place: string, value: unknown): string {
  const path = join(base, place);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}
const provenance = { licence: 'MIT', language: 'en' };
const WATER = 'At which temperature does water boil?\nA. 50 °C\nB. 100 °C\nAnswer: ';

test('details of samples: prompts of chats and texts, scores, letters; the folder names the model', async () => {
  const file = at('one/results/my-model/made_up.json', {
    accuracy: 66.7,
    details: {
      type: 'GEN',
      0: {
        prompt: [
          { role: 'HUMAN', prompt: WATER },
          { role: 'BOT', prompt: '' },
        ],
        origin_prediction: 'B it is',
        predictions: 'B',
        references: 'B',
        correct: true,
      },
      1: {
        prompt: 'Which are even?\nA. 2\nB. 3\nC. 4\nAnswer:',
        origin_prediction: 'A',
        predictions: 'A',
        references: 'AC',
        correct: false,
      },
      2: { prompt: 'What is 7 times 6?', predictions: '42', references: '42' },
      3: { predictions: '42', references: '42' },
    },
  });
  const { items, matrix, reports } = await runLogs(opencompass({ provenance }), [file]);
  expect(items.map(({ type, key }) => [type, key])).toEqual([
    ['single', ['B']],
    ['multiple', ['A', 'C']],
    ['open', ['42']],
  ]);
  expect(items[0]).toMatchObject({
    stem: 'At which temperature does water boil?',
    options: { A: '50 °C', B: '100 °C' },
    tags: { task: 'made_up' },
  });
  expect(matrix.examinees).toEqual(['my-model']);
  expect([...matrix.scores]).toEqual([1, 0, 1]);
  expect(reports[0].rejected).toEqual([
    { where: 'details, sample 3', reason: expect.stringContaining('no prompt') },
  ]);
});

test('details without prompts: those of the predictions beside them', async () => {
  const file = at('two/results/m/made_up.json', {
    score: 50,
    details: [{ pred: 'B', answer: 'B', correct: [true] }],
  });
  at('two/predictions/m/made_up.json', {
    0: { origin_prompt: [{ role: 'HUMAN', prompt: WATER }], prediction: 'B it is', gold: 'B' },
  });
  const { items, matrix } = await runLogs(opencompass({ provenance }), [file]);
  expect(items[0].key).toEqual(['B']);
  expect([...matrix.scores]).toEqual([1]);
});

test('a sample without a score names its model all the same', async () => {
  const file = at('four/results/quiet/made_up.json', {
    details: { 0: { prompt: WATER, predictions: ['B', 'A'], references: 'B' } },
  });
  const { unscored, missing, matrix } = await runLogs(opencompass({ provenance }), [file]);
  expect([unscored, missing, matrix.examinees]).toEqual([['no score'], ['quiet'], []]);
});

test.each([
  [
    'predictions/m/p.json',
    { 0: { origin_prompt: 'x', prediction: 'y' } },
    /predictions, which have no scores.*--dump-eval-details/,
  ],
  ['results/m/none.json', { accuracy: 50 }, /no details of samples/],
  ['results/m/text.json', 'accuracy', /no details of samples/],
])('%s: a clear error', async (place, value, message) => {
  await expect(runLogs(opencompass({ provenance }), [at(`three/${place}`, value)])).rejects.toThrow(
    message,
  );
});

test('a prompt with worked examples: the last question counts', () => {
  const shot = 'Which is even?\nA. 2\nB. 3\nAnswer: A\n\n';
  expect(promptQuestion(`Instructions.\n\n${shot}${WATER}`)).toEqual({
    stem: 'At which temperature does water boil?',
    options: { A: '50 °C', B: '100 °C' },
  });
  expect(promptQuestion('No options here.')).toBeNull();
  expect(promptQuestion('Only one.\nA. yes')).toBeNull();
});
