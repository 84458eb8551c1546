import { useEffect, useRef } from 'preact/hooks';
import type { PersonQuestion, PersonTest } from '../../../api/person-tests.ts';
import { withNote } from '../../format/marks.ts';
import { Field } from '../../part/field.tsx';
import { usePageKeys } from '../../state/page-keys.ts';
import { t } from '../../words/t.ts';
import { AnswerOptions, isComplete, toggled } from './answer-options.tsx';
import { QuestionText } from './question-text.tsx';
import { useUnsentAnswer } from './unsent-answer.ts';
import type { TakenTest } from './use-test.ts';

/** Longest answer in words, as the service takes it. */
const LONGEST = 20_000;
/** Options that have a digit and a letter as keys. */
const KEYS = 'abcdefghij';

/** One question: its text, what can be answered, and the button that makes the answer final. */
export function QuestionView({
  test,
  question,
  taken,
}: {
  test: PersonTest;
  question: PersonQuestion;
  taken: Pick<TakenTest, 'busy' | 'respond' | 'look'>;
}) {
  const { place, type, options, turns } = question;
  const turn = Math.max(0, turns.length - 1);
  const [answer, setAnswer] = useUnsentAnswer(`${test.session}-${place}-${turn}`);
  const { choice, text } = answer;
  const head = useRef<HTMLHeadingElement>(null);
  // A new question is read out from its number on.
  useEffect(() => head.current?.focus(), []);
  const ready = isComplete(question, choice, text);
  const confirm = () => {
    if (!ready || taken.busy) return;
    const own = options.length > 0 ? { choice: [...choice] } : { text };
    taken.respond({ place, turn, ...own });
  };
  const choose = (next: readonly string[]) => setAnswer({ ...answer, choice: next });
  const next = test.waiting.filter((one) => one !== place);
  usePageKeys([
    ...options.slice(0, KEYS.length).flatMap(({ letter }, k) =>
      [KEYS[k], ...(k < 9 ? [String(k + 1)] : [])].map((key) => ({
        key,
        name: t('Choose option {letter}', { letter }),
        run: () => choose(toggled(type, choice, letter)),
      })),
    ),
    { key: 'Enter', name: t('Confirm the answer'), run: confirm },
  ]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        confirm();
      }}
    >
      <h2 ref={head} tabIndex={-1}>
        {question.questions === null
          ? t('Question {n}', { n: place })
          : withNote(
              t('Question {n}', { n: place }),
              t('part {n} of {of}', { n: turn + 1, of: question.questions }),
            )}
      </h2>
      <QuestionText question={question} />
      {options.length > 0 ? (
        <AnswerOptions question={question} choice={choice} onChoose={choose} />
      ) : (
        <Field label={t('Your answer')}>
          {(ids) => (
            <textarea
              {...ids}
              class="answer"
              rows={4}
              maxLength={LONGEST}
              value={text}
              onInput={(event) => setAnswer({ ...answer, text: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      <div class="actions">
        <button type="submit" class="primary" aria-disabled={!ready || taken.busy}>
          {taken.busy ? t('Sending …') : t('Confirm and go on')}
        </button>
        {next.length > 0 && (
          <button
            type="button"
            onClick={() => taken.look(next.find((one) => one > place) ?? next[0])}
          >
            {t('Skip for now')}
          </button>
        )}
      </div>
    </form>
  );
}
