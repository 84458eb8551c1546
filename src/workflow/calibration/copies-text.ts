import type { BackwardsExaminee } from '../../../calibration/diagnose/backwards-examinees.ts';
import type { ExamineeCopies } from '../../../calibration/diagnose/copies/examinee-copies.ts';
import { ENGLISH, listed, type Words } from '../../languages/words.ts';
import { correlation, count, percent } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';

/** Groups and names that are told. */
const GROUPS = 4;
const NAMES = 3;
const BACKWARDS = 10;

/** One warning wherever answers are recorded; empty without such examinees. */
export function backwardsText(found: readonly BackwardsExaminee[], t: Words = ENGLISH): string {
  if (found.length === 0) return '';
  const names = found
    .slice(0, BACKWARDS)
    .map(({ examinee, correlation: r }) => `${plainText(examinee)} ${correlation(r, t)}`);
  const more = found.length - BACKWARDS;
  const all = names.join(t(', '));
  return t(
    'These examinees are right where the others are wrong (correlation of their scores with the mean scores of the others): {names}. Their key may be reversed or shifted, or their scores be 1 − x. They distort the flags and parameters of items. Check how they were scored, or leave them out.',
    { names: more > 0 ? t('{names} and {n} more', { names: all, n: count(more) }) : all },
  );
}

/** Groups of copies with their names and how far they differ. */
export function copiesText(copies: readonly ExamineeCopies[], t: Words = ENGLISH): string {
  const groups = copies.slice(0, GROUPS).map(({ examinees, differ }) => {
    const more = examinees.length - NAMES;
    const names = listed(examinees.slice(0, NAMES).map(plainText), t);
    const all = more > 0 ? t('{names} and {n} more', { names, n: count(more) }) : names;
    return differ === 0
      ? t('{names} (the same answers)', { names: all })
      : t('{names} (up to {share} of the answers differ)', { names: all, share: percent(differ) });
  });
  if (copies.length > GROUPS)
    groups.push(
      t('{n, plural, one {# more group} other {# more groups}}', { n: copies.length - GROUPS }),
    );
  return groups.join(t('; '));
}

/** That models which are compared may be one; empty without copies. */
export function comparedCopies(copies: readonly ExamineeCopies[] = [], t: Words = ENGLISH): string {
  return copies.length === 0
    ? ''
    : t(
        'Warning: models that answer like copies of one another: {copies}. They may be one model under several names; differences between them are then chance.',
        { copies: copiesText(copies, t) },
      );
}

/** What copies do to a fit on `all` examinees. */
export function copiesWarning(copies: readonly ExamineeCopies[], all: number): string {
  const different = copies.reduce((left, { examinees }) => left - (examinees.length - 1), all);
  return `warning: examinees that answer like copies of one another: ${copiesText(copies)}. Only ${count(different)} of ${count(all)} examinees are different, and copies count as if they were independent: standard errors are too small. Keep one of each group.`;
}
