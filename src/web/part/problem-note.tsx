import { messageOf } from '../api/problem.ts';
import { t } from '../words/t.ts';

/** What went wrong, in the service's words; read out at once. */
export function ProblemNote({ error, again }: { error: unknown; again?: () => void }) {
  if (error === null || error === undefined) return null;
  return (
    <div class="note bad" role="alert">
      <p>
        <strong>{t('Error:')}</strong> {messageOf(error)}
      </p>
      {again !== undefined && (
        <button type="button" onClick={again}>
          {t('Try again')}
        </button>
      )}
    </div>
  );
}
