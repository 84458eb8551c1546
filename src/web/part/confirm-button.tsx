import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../state/use-action.ts';
import { t } from '../words/t.ts';
import { Dialog } from './dialog.tsx';
import { ProblemNote } from './problem-note.tsx';

/** A button whose act is asked about first. */
export function ConfirmButton({
  name,
  question,
  children,
  act,
  danger = false,
}: {
  name: string;
  question: string;
  /** What it will do. */
  children: ComponentChildren;
  act: () => Promise<void>;
  danger?: boolean;
}) {
  const [open, setOpen] = useState(false);
  const action = useAction(act);
  const look = danger ? 'danger' : undefined;
  return (
    <>
      <button type="button" class={look} onClick={() => setOpen(true)}>
        {name}
      </button>
      {open && (
        <Dialog title={question} onClose={() => setOpen(false)}>
          <p>{children}</p>
          <ProblemNote error={action.error} />
          <div class="actions">
            <button
              type="button"
              class={look ?? 'primary'}
              aria-disabled={action.busy}
              onClick={async () => {
                if (await action.run()) setOpen(false);
              }}
            >
              {name}
            </button>
            <button type="button" onClick={() => setOpen(false)}>
              {t('Cancel')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
