import { fail } from '../../errors.ts';
import type { Rubric } from '../../prompt/judge/rubric.ts';
import type { Grades } from '../../store/ratings/rating-types.ts';

/**
 * Checks that there is a whole grade within the scale for each aspect of a rubric, and nothing else.
 * @returns the grades in the order of the aspects
 * @throws REQUEST_INVALID
 */
export function requireGrades({ aspects }: Rubric, grades: Grades): Grades {
  for (const name of Object.keys(grades))
    if (!aspects.some((aspect) => aspect.name === name))
      fail('REQUEST_INVALID', {
        field: 'grades',
        found: 'an aspect that the rubric does not have',
        accepted: aspects.map((aspect) => aspect.name).join(', '),
      });
  return Object.fromEntries(
    aspects.map(({ name, low, high }) => {
      const grade = Object.hasOwn(grades, name) ? grades[name] : undefined;
      if (grade === undefined || !Number.isInteger(grade) || grade < low || grade > high)
        fail('REQUEST_INVALID', {
          field: `grades.${name}`,
          found: grade === undefined ? 'nothing' : String(grade),
          accepted: `a whole number from ${low} to ${high}`,
        });
      return [name, grade];
    }),
  );
}
