import { useEffect, useRef, useState } from 'preact/hooks';
import type { ExpertEntry } from '../../../api/annotations.ts';
import { labelled } from '../../format/marks.ts';
import { Field } from '../../part/field.tsx';
import { TextField } from '../../part/text-field.tsx';
import { t } from '../../words/t.ts';
import { nameOf } from './label-words.ts';

/** A label to choose; `id` null: none fits. */
interface Choice {
  readonly id: string | null;
  readonly name: string;
  readonly about: string;
}

/** A question, the labels to choose from, and a note. */
export function LabelForm({
  entry,
  busy,
  onSave,
}: {
  entry: ExpertEntry;
  busy: boolean;
  onSave: (label: string | null, note: string) => void;
}) {
  const [chosen, setChosen] = useState<string | null | undefined>(entry.own?.label);
  const [note, setNote] = useState(entry.own?.note ?? '');
  const [search, setSearch] = useState('');
  const [hint, setHint] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { level, proposals, options, answer, question } = entry;
  const name = nameOf(level.name);
  const none: Choice = { id: null, name: t('None of the labels fits'), about: '' };
  const all: Choice[] = [
    ...level.values.map(({ id, name: own, description = {} }) => ({
      id,
      name: nameOf(own) === id ? id : labelled(id, nameOf(own)),
      about: nameOf(description),
    })),
    none,
  ];
  const proposed = all.filter(({ id }) => proposals.includes(id));
  const wanted = search.trim().toLowerCase();
  const others = all.filter(
    ({ id, name: own, about }) =>
      !proposals.includes(id) && `${own} ${about}`.toLowerCase().includes(wanted),
  );
  const shown = [...proposed, ...others];
  const choose = (id: string | null) => {
    setChosen(id);
    setHint(false);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const writes = target.matches('textarea, select, input:not([type=radio])');
      if (writes || event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^[1-9]$/.test(event.key) && Number(event.key) <= shown.length) {
        event.preventDefault();
        choose(shown[Number(event.key) - 1].id);
      } else if (event.key === 'Enter' && !target.matches('button, a')) {
        event.preventDefault();
        form.current?.requestSubmit();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  const radios = (choices: readonly Choice[], from: number) =>
    choices.map(({ id, name: own, about }, k) => (
      <label class="choice" key={id}>
        <input type="radio" name="label" checked={chosen === id} onChange={() => choose(id)} />{' '}
        {from + k < 9 && <kbd>{from + k + 1}</kbd>} {own}
        {about !== '' && <small> {about}</small>}
      </label>
    ));
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen === undefined) setHint(true);
        else if (!busy) onSave(chosen, note.trim());
      }}
    >
      <section aria-label={t('Question||annotation')}>
        <h2>{t('Question||annotation')}</h2>
        <p class="text">{question}</p>
        {options !== null && (
          <dl class="facts" aria-label={t('Options||annotation')}>
            {Object.entries(options).map(([letter, text]) => (
              <div key={letter}>
                <dt>{letter}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
        {answer !== undefined && <p>{labelled(t('Right answer||annotation'), answer)}</p>}
      </section>
      <h2>{t('Label: {level}', { level: name })}</h2>
      {proposed.length > 0 && (
        <fieldset>
          <legend>{t('Proposed by models')}</legend>
          {radios(proposed, 0)}
        </fieldset>
      )}
      <TextField
        label={t('Find a label')}
        type="search"
        search
        autocomplete="off"
        value={search}
        onInput={setSearch}
      />
      <fieldset>
        <legend>{proposed.length > 0 ? t('Other labels') : t('All labels')}</legend>
        {others.length === 0 ? t('No label has this text.') : radios(others, proposed.length)}
      </fieldset>
      <Field label={t('Note (optional)')}>
        {(ids) => (
          <textarea
            {...ids}
            rows={2}
            maxLength={2000}
            value={note}
            onInput={({ currentTarget }) => setNote(currentTarget.value)}
          />
        )}
      </Field>
      {hint && <p role="alert">{t('Choose a label first.')}</p>}
      <button type="submit" class="primary" aria-disabled={busy}>
        {t('Save and go on')}
      </button>
      <p class="help">{t('Keys: 1 to 9 choose a label, / finds one, Enter saves.')}</p>
    </form>
  );
}
