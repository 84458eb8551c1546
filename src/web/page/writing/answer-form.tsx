import { useState } from 'preact/hooks';
import type { ExpertQuestion } from '../../../api/writing.ts';
import { write } from '../../api/client.ts';
import { ProblemNote } from '../../part/problem-note.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { TextField } from '../../part/text-field.tsx';
import { useAction } from '../../state/use-action.ts';
import { t } from '../../words/t.ts';
import { TYPE_WORDS } from './writing-words.ts';

/** An answer without the key: an option, options, an order, or a text. */
export function AnswerForm({
  question,
  path,
  onAnswered,
}: {
  question: ExpertQuestion;
  path: string;
  onAnswered: (shown: ExpertQuestion) => void;
}) {
  const { type, options } = question;
  const letters = Object.keys(options ?? {});
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [places, setPlaces] = useState<Readonly<Record<string, string>>>({});
  const [text, setText] = useState('');
  const [lacks, setLacks] = useState(false);
  const ordered = letters.toSorted((a, b) => Number(places[a] ?? 0) - Number(places[b] ?? 0));
  const isOrdered = new Set(letters.map((letter) => places[letter])).size === letters.length;
  const answer =
    type === 'open'
      ? [text.trim()].filter((own) => own !== '')
      : type === 'sequencing'
        ? isOrdered && letters.every((letter) => places[letter])
          ? ordered
          : []
        : letters.filter((letter) => chosen.includes(letter));
  const action = useAction(async () => {
    onAnswered(await write<ExpertQuestion>('POST', `${path}/answer`, { answer }));
  });
  const choose = (letter: string) =>
    setChosen(
      type === 'single'
        ? [letter]
        : chosen.includes(letter)
          ? chosen.filter((one) => one !== letter)
          : [...chosen, letter],
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setLacks(answer.length === 0);
        if (answer.length > 0) void action.run();
      }}
    >
      {type === 'open' ? (
        <TextField
          label={t('Your answer')}
          value={text}
          size={40}
          autocomplete="off"
          onInput={setText}
        />
      ) : type === 'sequencing' ? (
        <fieldset>
          <legend>{t(TYPE_WORDS[type])}</legend>
          {letters.map((letter) => (
            <div key={letter} class="writing-place">
              <SelectField
                label={t('Place of {letter}', { letter })}
                value={places[letter] ?? ''}
                empty="–"
                choices={letters.map((_, k) => ({ value: String(k + 1), name: String(k + 1) }))}
                onChange={(place) => setPlaces({ ...places, [letter]: place })}
              />
              <p>
                {letter}. {options![letter]}
              </p>
            </div>
          ))}
        </fieldset>
      ) : (
        <fieldset>
          <legend>{t(TYPE_WORDS[type])}</legend>
          {letters.map((letter) => (
            <label key={letter} class="writing-choice">
              <input
                type={type === 'single' ? 'radio' : 'checkbox'}
                name="answer"
                checked={chosen.includes(letter)}
                onChange={() => choose(letter)}
              />{' '}
              {letter}. {options![letter]}
            </label>
          ))}
        </fieldset>
      )}
      {lacks && <p role="alert">{t('Answer first.')}</p>}
      <ProblemNote error={action.error} />
      <button type="submit" class="primary" aria-disabled={action.busy}>
        {t('Submit answer')}
      </button>
    </form>
  );
}
