import type { PersonQuestion } from '../../../api/person-tests.ts';
import { t } from '../../words/t.ts';

/** A choice after an option was taken or left. */
export function toggled(
  type: PersonQuestion['type'],
  choice: readonly string[],
  letter: string,
): string[] {
  if (type === 'single') return [letter];
  return choice.includes(letter)
    ? choice.filter((one) => one !== letter)
    : // Of a sequence in the order in which they were chosen.
      [...choice, letter];
}

/** Whether an answer is complete, so that it can be confirmed. */
export function isComplete(
  { type, options }: Pick<PersonQuestion, 'type' | 'options'>,
  choice: readonly string[],
  text: string,
): boolean {
  if (type === 'single') return choice.length === 1;
  if (type === 'multiple') return choice.length > 0;
  if (type === 'sequencing') return choice.length === options.length;
  return text.trim() !== '';
}

/** The options of a question: one, several, or all in the order in which they are chosen. */
export function AnswerOptions({
  question: { type, options, language },
  choice,
  onChoose,
}: {
  question: PersonQuestion;
  choice: readonly string[];
  onChoose: (choice: readonly string[]) => void;
}) {
  const kind = type === 'single' ? 'radio' : 'checkbox';
  return (
    <fieldset class="options">
      <legend>
        {type === 'single'
          ? t('Choose one answer')
          : type === 'multiple'
            ? t('Choose all answers that apply')
            : t('Choose all options in the right order, the first one first')}
      </legend>
      {options.map(({ letter, text }) => (
        <label key={letter} class={choice.includes(letter) ? 'chosen' : undefined}>
          <input
            type={kind}
            name="option"
            checked={choice.includes(letter)}
            onChange={() => onChoose(toggled(type, choice, letter))}
          />
          <span class="letter">{letter}</span>
          <span lang={language}>{text}</span>
          {type === 'sequencing' && choice.includes(letter) && (
            <span class="place number">{t('Place {n}', { n: choice.indexOf(letter) + 1 })}</span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
