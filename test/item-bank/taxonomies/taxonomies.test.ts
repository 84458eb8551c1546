import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bankTaxonomy, parentTag } from '../../../item-bank/taxonomies/bank-taxonomy.ts';
import { checkTags } from '../../../item-bank/taxonomies/check-tags.ts';
import { loadTaxonomy, TAXONOMIES } from '../../../item-bank/taxonomies/load-taxonomy.ts';
import { taxonomyWords } from '../../../item-bank/taxonomies/tag-words.ts';
import { formsOf } from '../../../item-bank/taxonomies/taxonomy.ts';
import { wordsOf } from '../../../src/tag-words.ts';
import { temporaryFolder } from '../../files/temporary.ts';

const folder = temporaryFolder();
const sizes = (name: string) =>
  Object.fromEntries(loadTaxonomy(name).levels.map(({ id, values }) => [id, values.length]));

describe('the built-in taxonomies', () => {
  test('have the printed numbers of values, and state where the source says another', () => {
    expect(sizes('climedbench')).toEqual({ role: 5, branch: 2, task: 7, scenario: 14, metric: 8 });
    // Beside what is counted, N/A.
    expect(sizes('cmexam')).toEqual({
      icd11_group: 28 + 1,
      clinical_department: 36 + 1,
      medical_discipline: 7,
      medical_competency: 4 + 1,
      difficulty_level: 5,
    });
    expect(sizes('cmb')).toEqual({ exam_type: 6, exam_class: 28, exam_subject: 174 });
    const gaps = TAXONOMIES.flatMap((name) => loadTaxonomy(name).levels).filter(
      ({ stated, values }) =>
        stated !== undefined && stated !== values.filter(({ id }) => id !== 'N/A').length,
    );
    expect(gaps.map(({ id, stated }) => [id, stated])).toEqual([
      ['branch', 19],
      ['icd11_group', 27],
      ['exam_subject', 176],
    ]);
    for (const { note } of gaps) expect(note).toBeDefined();
  });

  test('subcategories of CMB are those of Table 1', () => {
    const { levels } = loadTaxonomy('cmb');
    const below = (parent: string) =>
      levels[1].values.filter((value) => value.parent === parent).length;
    expect(levels[0].values.map(({ id }) => below(id))).toEqual([5, 4, 3, 8, 4, 4]);
  });

  test('every spelling of every value is accepted, in any case and width, and has one canonical form', () => {
    const all = TAXONOMIES.flatMap((name) => {
      const own = bankTaxonomy(loadTaxonomy(name), {}, true);
      return own.taxonomy.levels.flatMap((level) =>
        level.values.flatMap((value) =>
          formsOf(value).map((form) => ({ own, tag: level.id, value, form })),
        ),
      );
    });
    const changed = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => text.toUpperCase(),
      (text) => ` ${text.toLowerCase().replaceAll(' ', '-')} `,
      (text) => text.replaceAll(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
    );
    fc.assert(
      fc.property(fc.constantFrom(...all), changed, ({ own, tag, value, form }, change) => {
        const above = parentTag(own, tag);
        const tags = above === undefined ? {} : { [above]: value.parent! };
        expect(checkTags(own, { ...tags, [tag]: change(form) }).tags?.[tag]).toBe(value.id);
      }),
    );
  });
});

describe('tags against a taxonomy', () => {
  const cmexam = bankTaxonomy(loadTaxonomy('cmexam'));
  const cmb = bankTaxonomy(loadTaxonomy('cmb'), {}, true);

  test('without the canonical form they stay as they are written; free tags are not looked at', () => {
    const tags = { icd11_group: '循环系统疾病', medical_discipline: 'ph and pm', year: '2019' };
    expect(checkTags(cmexam, tags)).toEqual({ tags });
  });

  test('an unknown value has the nearest one', () => {
    expect(checkTags(cmexam, { clinical_department: '内科学' }).problem).toEqual({
      tag: 'clinical_department',
      found: '内科学',
      accepted:
        'a clinical department of the taxonomy cmexam. Did you mean "IM" (Internal Medicine, 内科)?',
    });
  });

  test('a value has to belong to that of the level above', () => {
    expect(
      checkTags(cmb, { exam_type: '护理考试', exam_class: '执业医师' }).problem?.accepted,
    ).toBe('a value of "护理考试", which exam_type is; "执业医师" belongs to Physician');
  });

  test('a level that is not complete accepts other values, and several parents of one name', () => {
    const tags = { exam_class: '主管护师', exam_subject: 'surgery' };
    expect(checkTags(cmb, tags).tags).toEqual({
      exam_class: 'Charge Nurse',
      exam_subject: 'Surgery',
    });
    expect(checkTags(cmb, { exam_subject: '口腔执业医师' }).tags).toEqual({
      exam_subject: '口腔执业医师',
    });
  });

  test('a tag of another name holds a level', () => {
    const own = bankTaxonomy(loadTaxonomy('cmexam'), { dept: 'clinical_department' }, true);
    expect(checkTags(own, { dept: '外科', clinical_department: 'free' }).tags).toEqual({
      dept: 'Surg',
      clinical_department: 'free',
    });
    expect(() => bankTaxonomy(loadTaxonomy('cmexam'), { dept: 'department' })).toThrow(
      expect.objectContaining({
        code: 'NAME_UNKNOWN',
        details: expect.objectContaining({
          kind: 'level of the taxonomy cmexam',
          name: 'department',
        }),
      }),
    );
  });
});

test('words: names in the order of the taxonomy, other values last, the level above too', () => {
  const taxonomy = bankTaxonomy(loadTaxonomy('climedbench'));
  const words = taxonomyWords({ taxonomy, tags: { scenario: { values: ['x', 'KE', 'ID#1'] } } });
  expect(words?.scenario).toEqual({
    name: 'Scenario',
    values: [
      { value: 'ID#1', name: 'In-hospital Diagnosis (Period #1)' },
      { value: 'KE', name: 'Keyword Extraction' },
      { value: 'x', name: 'x' },
    ],
  });
  expect(words?.task.name).toBe('Evaluation axis');
  expect(wordsOf(words, 'scenario', ['KE', 'ID#1', 'y']).values.map(({ value }) => value)).toEqual([
    'ID#1',
    'KE',
    'y',
  ]);
  expect(taxonomyWords({ tags: {} })).toBeNull();
});

test('two values of one name are told apart', () => {
  const taxonomy = bankTaxonomy(loadTaxonomy('cmexam'));
  const tags = { icd11_group: { values: ['Circ', '循环系统疾病'] } };
  expect(taxonomyWords({ taxonomy, tags })?.icd11_group.values.map(({ name }) => name)).toEqual([
    'Diseases of the circulatory system (Circ)',
    'Diseases of the circulatory system (循环系统疾病)',
  ]);
});

describe('a file of one’s own', () => {
  const level = { id: 'ward', name: { en: 'Ward' }, complete: true };
  const valuesOf = (...values: unknown[]) => ({ ...level, values });
  const read = (levels: unknown[]) => {
    const file = join(folder, 'own.json');
    const facts = {
      format: 1,
      name: 'own',
      version: 1,
      title: 'Own',
      source: 'me',
      licence: 'MIT',
    };
    writeFileSync(file, JSON.stringify({ ...facts, levels }, null, 1));
    return () => loadTaxonomy(file);
  };
  const east = { id: 'east', name: { en: 'East' } };

  test('is read', () => expect(read([valuesOf(east)])().levels[0].values).toEqual([east]));

  test.each([
    [
      'two spellings that are one',
      [valuesOf(east, { id: 'E-AST', name: { en: 'Other' } })],
      '"E-AST" is also east',
    ],
    [
      'a parent that is missing',
      [{ ...valuesOf(east), parent: 'house' }],
      'no level house before this one',
    ],
    ['a value without a name', [valuesOf({ id: 'east', name: {} })], 'neither en nor zh'],
    [
      'a spelling without a letter',
      [valuesOf({ id: '—', name: { en: 'East' } })],
      '"—" has no letter or digit',
    ],
    [
      'a name that turns the order of letters',
      [valuesOf({ id: 'east', name: { en: 'E\u202east' } })],
      'a control character',
    ],
  ])('%s is refused with the line', (_, levels, found) => {
    const line = /own\.json, line \d+: found levels\./;
    expect(read(levels)).toThrow(line);
    expect(read(levels)).toThrow(found);
  });

  test('an unknown name has the nearest one', () =>
    expect(() => loadTaxonomy('cmexm')).toThrow(
      expect.objectContaining({
        code: 'NAME_UNKNOWN',
        details: expect.objectContaining({ kind: 'taxonomy', nearest: ['cmexam'] }),
      }),
    ));
});
