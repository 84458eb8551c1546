import { expect, test } from 'vitest';
import { builtinTaxonomy } from '../../../item-bank/taxonomies/load-taxonomy.ts';
import { type LabelChoices, readLabel } from '../../../src/prompt/annotate/read-label.ts';

const level = builtinTaxonomy('cmexam').levels.find(({ id }) => id === 'icd11_group')!;
const values = level.values.filter(({ id }) => id !== 'N/A');
const ALL: LabelChoices = { level: { ...level, values }, values, mayFitNone: true };
const label = (id: string | null, rule = 'json') => ({ kind: 'label', label: id, rule });

test.each([
  ['{"label": "Circ"}', label('Circ')],
  ['```json\n{"label": "Circ"}\n```', label('Circ')],
  ["{'标签': '循环系统疾病'}", label('Circ')],
  ['{"label": "Diseases of the circulatory system"}', label('Circ')],
  ['Circ', label('Circ', 'text')],
  ['Label: CIRC', label('Circ', 'text')],
  ['标签：循环系统疾病', label('Circ', 'text')],
  ['{"label": "Neo: Neoplasms"}', label('Neo')],
  ['{"label": "N/A"}', label(null)],
  ['不符合', label(null, 'text')],
  ['<think>{"label": "Neo"}</think>{"label": "Circ"}', label('Circ')],
])('%s is read', (output, read) => {
  expect(readLabel([output], ALL)).toEqual(read);
});

test.each([
  ['', 'empty'],
  ['<think>Let me see', 'unfinished'],
  ['{"label": "…"}', 'unknown'],
  ['{"label": "Heart things"}', 'unknown'],
  ['{"label": "Circ"} or {"label": "Neo"}', 'several'],
  ['It is hard to tell.', 'no-label'],
  ['> {"label": "Circ"}', 'empty'],
])('%s is no label', (output, fault) => {
  expect(readLabel([output], ALL)).toEqual({ kind: 'unreadable', fault });
});

test('a refusal is none, and ends the conversation; "none fits" counts only where it is allowed', () => {
  expect(readLabel(['抱歉，我无法回答这个问题。'], ALL)).toEqual({ kind: 'refusal' });
  expect(readLabel(["I'm sorry, I can't help with that."], ALL)).toEqual({ kind: 'refusal' });
  expect(readLabel(['{"label": "N/A"}'], { ...ALL, mayFitNone: false }).kind).toBe('unreadable');
});

test('a value below another value of the level above is refused', () => {
  const below: LabelChoices = { ...ALL, values: level.values.filter(({ id }) => id === 'Neo') };
  expect(readLabel(['{"label": "Circ"}'], below)).toEqual({ kind: 'unreadable', fault: 'unknown' });
  expect(readLabel(['{"label": "Circ"}', 'Neo'], below)).toEqual(label('Neo', 'again'));
});
