import type { ReviewChange } from '../../../api/review.ts';
import { write } from '../../api/client.ts';
import { ProblemNote } from '../../part/problem-note.tsx';
import { useAction } from '../../state/use-action.ts';
import { t } from '../../words/t.ts';
import { decisionWords, effectSentences } from './review-words.ts';

/** What was just decided and what it changes, with the way back. Read out as it comes. */
export function ChangeNote({
  path,
  change,
  onDecided,
}: {
  path: string;
  change: ReviewChange | null;
  onDecided: (change: ReviewChange) => void;
}) {
  const entry = change?.entries[0];
  const undo = useAction(async () => {
    onDecided(await write<ReviewChange>('POST', `${path}/decisions/${entry!.number}/undo`));
  });
  return (
    <div role="status">
      {change !== null && entry !== undefined && (
        <div class="note">
          <p>
            <strong>
              {t('Item {item}: {decision}.', { item: entry.item, decision: decisionWords(entry) })}
            </strong>{' '}
            {effectSentences(change.effects).join(t(' ||between sentences'))}
          </p>
          <button type="button" aria-disabled={undo.busy} onClick={() => undo.run()}>
            {entry.decision === 'undo' ? t('Decide it again') : t('Undo')}
          </button>
          <ProblemNote error={undo.error} />
        </div>
      )}
    </div>
  );
}
