import { expect, test } from 'vitest';
import { alarmMark, markNotes } from '../../src/operations/alarm-notes.ts';

test('each alarm has a mark of its own, and a line below the table that says what to do', () => {
  const alarms = ['beyond', 'fit', 'change', 'contradicted'] as const;
  const marks = alarms.map((alarm) => alarmMark({ alarm }).trim());
  expect(new Set(marks).size).toBe(4);
  expect(alarmMark({ alarm: null })).toBe('');
  const notes = markNotes(
    alarms.map((alarm) => ({ alarm, answered: 1 })),
    true,
  );
  expect(notes.map(([mark]) => mark)).toEqual(marks);
  for (const note of notes) expect(note).toMatch(/\. (Ask|Look|Check) .*\.$/);
  expect(markNotes([{ alarm: null, answered: 1 }], true)).toEqual([]);
  expect(markNotes([{ alarm: 'fit', answered: 1 }], false)[0]).not.toContain('random');
  expect(markNotes([{ alarm: null, answered: 0.5 }], true)[0]).toMatch(/^\* /);
});
