import type { SessionSummary } from '../../../api/sessions.ts';

/**
 * Whether the forms of tests differ in what their scores mean. Scores of drawn forms are of the whole bank, whatever was drawn; that of chosen
 * items depends on the choice.
 */
export function formsDiffer(tests: readonly Pick<SessionSummary, 'form'>[]): boolean {
  const kinds = tests.map(({ form }) =>
    form === null || form.draw !== null ? 'drawn' : form.version,
  );
  return new Set(kinds).size > 1;
}
