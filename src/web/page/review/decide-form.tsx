import { useRef, useState } from 'preact/hooks';
import type { ReviewChange, ReviewItem } from '../../../api/review.ts';
import { write } from '../../api/client.ts';
import { ProblemNote } from '../../part/problem-note.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { TextField } from '../../part/text-field.tsx';
import { usePageKeys } from '../../state/page-keys.ts';
import { useAction } from '../../state/use-action.ts';
import { t } from '../../words/t.ts';
import { lastDecision } from './last-decision.ts';
import { lettersIn } from './review-words.ts';

/** Accept, correct or retire, by buttons or single keys; and the way to the next item. */
export function DecideForm({
  item,
  path,
  mayDecide,
  onBack,
  onNext,
  onDecided,
}: {
  item: ReviewItem;
  path: string;
  mayDecide: boolean;
  onBack: (() => void) | null;
  onNext: (() => void) | null;
  onDecided: (change: ReviewChange) => void;
}) {
  const letters = Object.keys(item.options ?? {});
  const [key, setKey] = useState(item.suspect?.suggestedKey?.join('') ?? '');
  const [note, setNote] = useState('');
  const chooser = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<HTMLElement | null>(null);
  /** Whether the arrow keys go through the letters, which is no choice yet. */
  const isStepping = useRef(false);
  const action = useAction(async (decision: 'accept' | 'correct' | 'retire') => {
    const chosen = decision === 'correct' ? lettersIn(key) : null;
    const body = { item: item.item, decision, key: chosen, note: note.trim() };
    onDecided(await write<ReviewChange>('POST', `${path}/decisions`, body));
  });
  const undo = useAction(async () => {
    const found = await lastDecision(path);
    if (found !== undefined)
      onDecided(await write<ReviewChange>('POST', `${path}/decisions/${found.number}/undo`));
  });
  const leave = () => {
    (document.activeElement as HTMLElement | null)?.blur();
    cameFrom.current?.focus();
    cameFrom.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isSelect = event.target instanceof HTMLSelectElement;
    isStepping.current = isSelect && /^(Arrow|Page|Home|End)/.test(event.key);
    if (event.key === 'Escape' || (isSelect && event.key === 'Enter' && key !== '')) leave();
    else if (isSelect && /^[a-z]$/i.test(event.key) && !event.ctrlKey && !event.metaKey) {
      // The browser would take the letter for the beginning of any choice, such as that of none.
      event.preventDefault();
      const letter = event.key.toUpperCase();
      if (!letters.includes(letter)) return;
      setKey(letter);
      leave();
    }
  };
  const mayCorrect = letters.length > 0;
  const correct = () => {
    // Without letters, the next thing to do is to choose them.
    if (lettersIn(key).length === 0) {
      const field = chooser.current?.querySelector<HTMLElement>('select, input');
      cameFrom.current = document.activeElement as HTMLElement | null;
      field?.focus();
    } else void action.run('correct');
  };
  usePageKeys([
    ...(mayDecide
      ? [
          { key: 'a', name: t('accept the item'), run: () => void action.run('accept') },
          ...(mayCorrect ? [{ key: 'c', name: t('correct its key'), run: correct }] : []),
          { key: 'r', name: t('retire the item'), run: () => void action.run('retire') },
          { key: 'u', name: t('undo the last decision'), run: () => void undo.run() },
        ]
      : []),
    { key: 'j', name: t('next item'), run: () => onNext?.() },
    { key: 'k', name: t('previous item'), run: () => onBack?.() },
  ]);
  return (
    <>
      {mayDecide && (
        <>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the fields in it */}
          <div class="filters" ref={chooser} onKeyDown={onKeyDown}>
            {mayCorrect &&
              (item.type === 'single' ? (
                <SelectField
                  label={t('New key')}
                  value={key}
                  choices={[
                    { value: '', name: t('choose a letter') },
                    ...letters.map((letter) => ({ value: letter, name: letter })),
                  ]}
                  onChange={(letter) => {
                    setKey(letter);
                    if (!isStepping.current) leave();
                  }}
                />
              ) : (
                <TextField
                  label={
                    item.type === 'sequencing' ? t('New order of letters') : t('New key, letters')
                  }
                  value={key}
                  size={8}
                  autocomplete="off"
                  onInput={setKey}
                />
              ))}
            <TextField label={t('Note (optional)')} value={note} size={32} onInput={setNote} />
          </div>
          <ProblemNote error={action.error ?? undo.error} />
        </>
      )}
      <div class="actions">
        {mayDecide && (
          <>
            <Decide
              name={t('Accept')}
              hint="a"
              busy={action.busy}
              act={() => action.run('accept')}
            />
            {mayCorrect && (
              <Decide
                name={
                  lettersIn(key).length === 0
                    ? t('Correct the key')
                    : t('Correct the key to {key}', { key: lettersIn(key).join('') })
                }
                hint="c"
                busy={action.busy}
                act={correct}
              />
            )}
            <Decide
              name={t('Retire')}
              hint="r"
              busy={action.busy}
              look="danger"
              act={() => action.run('retire')}
            />
          </>
        )}
        {onBack !== null && <Decide name={t('Previous item')} hint="k" act={onBack} />}
        {onNext !== null && <Decide name={t('Next item')} hint="j" act={onNext} />}
      </div>
    </>
  );
}

/** A button, and the key that does the same. */
function Decide({
  name,
  hint,
  look,
  busy = false,
  act,
}: {
  name: string;
  hint: string;
  look?: string;
  busy?: boolean;
  act: () => unknown;
}) {
  return (
    <button
      type="button"
      class={look}
      aria-disabled={busy}
      aria-keyshortcuts={hint}
      onClick={() => void act()}
    >
      {name} <kbd>{hint}</kbd>
    </button>
  );
}
