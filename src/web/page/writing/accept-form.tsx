import { useState } from 'preact/hooks';
import type { AddedItems, WritingDetail } from '../../../api/writing.ts';
import { write } from '../../api/client.ts';
import { ProblemNote } from '../../part/problem-note.tsx';
import { TextField } from '../../part/text-field.tsx';
import { useAction } from '../../state/use-action.ts';
import { t } from '../../words/t.ts';

/** Adds what is accepted to a bank. */
export function AcceptForm({ panel, onAdded }: { panel: WritingDetail; onAdded: () => void }) {
  const [bank, setBank] = useState(panel.bank ?? '');
  const [added, setAdded] = useState<AddedItems | null>(null);
  const action = useAction(async () => {
    setAdded(await write<AddedItems>('POST', `/v1/writing/${panel.id}/items`, { bank }));
    onAdded();
  });
  const accepted = panel.states
    .filter(({ state }) => state === 'accepted' || state === 'overridden')
    .reduce((sum, { questions }) => sum + questions, 0);
  if (accepted === 0) return null;
  return (
    <section>
      <h2>{t('Accept into a bank')}</h2>
      <p>
        {t(
          'Accepted questions become pretest items: tests may ask them, and no score counts them yet.',
        )}
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void action.run();
        }}
      >
        <TextField
          label={t('Name of the bank')}
          value={bank}
          required
          autocomplete="off"
          onInput={setBank}
        />
        <ProblemNote error={action.error} />
        <button type="submit" class="primary" aria-disabled={action.busy}>
          {t('Add the accepted questions')}
        </button>
      </form>
      {added !== null && (
        <p class="note" role="status">
          {t(
            '{added, plural, one {# pretest item was added to {bank}.} other {# pretest items were added to {bank}.}}',
            { added: added.added, bank: added.bank },
          )}{' '}
          {added.known > 0 &&
            t('{known, plural, one {# was there already.} other {# were there already.}}', {
              known: added.known,
            })}
        </p>
      )}
    </section>
  );
}
