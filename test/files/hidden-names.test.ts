import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { synthesisSchema } from '../../calibration/synthesize/configuration-schema.ts';
import { newRatingPanel } from '../../src/api/ratings.ts';
import { forestPlotSvg } from '../../src/charts/forest-plot.ts';
import { endpointConfiguration } from '../../src/examinee/endpoint/configuration/configuration.ts';
import { collectNamed } from '../../src/files/answers/collect-named.ts';
import { readOutputs } from '../../src/files/items/read-outputs.ts';
import { readJudgements } from '../../src/files/judges/read-judgements.ts';
import { readPeople } from '../../src/files/people/people-file.ts';
import { readRepeats } from '../../src/files/repeats/read-repeats.ts';
import { readResponses } from '../../src/files/responses/read-responses.ts';
import { escapeHtml } from '../../src/html/html.ts';
import { readRecorded } from '../../src/stand-in/read-recorded.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-hidden-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
function file(text: string, ending: string): string {
  const path = join(folder, `${files++}.${ending}`);
  writeFileSync(path, text);
  return path;
}

/** What reads a name at each door. */
const DOORS: Readonly<Record<string, (name: string) => unknown>> = {
  'a wide CSV': (name) => readResponses(file(`examinee,q1\n${name},1\n`, 'csv')),
  'items of a wide CSV': (name) => readResponses(file(`examinee,${name}\nm,1\n`, 'csv')),
  'a long CSV': (name) => readResponses(file(`examinee,item,score\n${name},q1,1\n`, 'csv')),
  'a log of a harness': (name) =>
    collectNamed().add(
      { examinee: name, answers: [{ item: 'q1', score: 1 }] },
      { file: 'a', where: 'record 1' },
    ),
  'groups in a wide CSV': (name) =>
    readResponses(file(`examinee,maker,q1\nm,${name},1\n`, 'csv'), ['maker']),
  judges: (name) => readJudgements(file(`model,item,judge,score\nm,q,${name},1\n`, 'csv')),
  'models that judges scored': (name) =>
    readJudgements(file(JSON.stringify({ model: name, item: 'q', judge: 'j', score: 1 }), 'jsonl')),
  conditions: (name) => readRepeats(file(`model,item,condition,score\nm,q,${name},1\n`, 'csv')),
  'people by line': (name) => readPeople(file(`${name}\n`, 'txt')),
  'people as CSV': (name) => readPeople(file(`name\n${name}\n`, 'csv')),
  outputs: (name) => [
    ...readOutputs(file(JSON.stringify({ model: name, item: 'q', output: '' }), 'jsonl')),
  ],
  'recorded outputs': (name) =>
    readRecorded(file(JSON.stringify({ model: name, item: 'q', output: '' }), 'jsonl')).next(),
  'an endpoint': (name) =>
    endpointConfiguration({ name, baseUrl: 'http://localhost/v1', model: 'm' }),
  'a synthesis': (name) =>
    synthesisSchema.shape.models.parse([{ name, baseUrl: 'http://localhost/v1' }]),
  raters: (name) => newRatingPanel.shape.raters.parse([name]),
};

describe.each(Object.entries(DOORS))('at the door of %s', (_, read) => {
  test.each(['m\u202egpj', 'm\u2066x', 'm\u009b2J', 'm\u200fx'])('%j is refused', async (name) => {
    await expect((async () => read(name))()).rejects.toThrow();
  });

  test.each(['\u00ad', '\u2063\u2064', '\u3164', '\u2800\ufe0f', '\u{e0041}'])(
    '%j, of which nothing is seen, is refused',
    async (name) => {
      await expect((async () => read(name))()).rejects.toThrow();
    },
  );

  test.each(['学生 Ana-1', '❤\ufe0f'])('%j is taken', async (name) => {
    await (async () => read(name))();
  });
});

test('a page and an image show what they are given without hidden characters', async () => {
  const name = 'a\u202eb\u009bc';
  expect(escapeHtml(name)).toBe('a�b�c');
  const row = { name, value: 50, low: 40, high: 60, label: '50', quiet: false };
  const svg = await forestPlotSvg({ title: name, caption: '', xTitle: 'score', rows: [row] });
  expect(svg.match(/a�b�c/g)).toHaveLength(2);
});
