import type { ItemDetail } from '../../../api/banks.ts';
import { t } from '../../words/t.ts';

/** Question, options and key, as far as the key that is signed in may see them. */
export function ItemQuestion({ detail: { question, options, answer } }: { detail: ItemDetail }) {
  if (question === undefined) return null;
  return (
    <section aria-labelledby="question">
      <h2 id="question">{t('Question')}</h2>
      <pre>{question}</pre>
      {options !== undefined && (
        <ul>
          {Object.entries(options).map(([letter, text]) => (
            <li key={letter}>
              {letter}. {text}
            </li>
          ))}
        </ul>
      )}
      {answer !== undefined && (
        <details>
          <summary>{t('Show the right answer')}</summary>
          <p>{answer}</p>
        </details>
      )}
    </section>
  );
}
