import type { PersonTest } from '../../../api/person-tests.ts';
import { t } from '../../words/t.ts';

/** The questions of a fixed form that have no answer yet, to go to any of them. */
export function QuestionPlaces({
  test: { form, waiting },
  place,
  onGo,
}: {
  test: PersonTest;
  place: number;
  onGo: (place: number) => void;
}) {
  if (form !== 'fixed' || waiting.length < 2) return null;
  return (
    <details class="places">
      <summary>
        {t('{n, plural, one {# question} other {# questions}} without an answer', {
          n: waiting.length,
        })}
      </summary>
      <ul>
        {waiting.map((one) => (
          <li key={one}>
            <button
              type="button"
              aria-current={one === place ? 'true' : undefined}
              aria-label={t('Question {n}', { n: one })}
              onClick={() => onGo(one)}
            >
              {one}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
