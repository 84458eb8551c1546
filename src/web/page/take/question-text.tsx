import type { PersonQuestion } from '../../../api/person-tests.ts';
import { t } from '../../words/t.ts';

/** The text of a question with its pictures; of a case its questions so far, with the person's own answers. */
export function QuestionText({ question }: { question: PersonQuestion }) {
  const { context, stem, images, turns, language } = question;
  return (
    <div class="question">
      {context !== null && (
        <p class="text" lang={language}>
          {context}
        </p>
      )}
      <p class="text stem" lang={language}>
        {stem}
      </p>
      {images.map((url, k) =>
        url.startsWith('data:') ? (
          <img key={k} src={url} alt={t('Picture {n} of this question', { n: k + 1 })} />
        ) : (
          <p key={url}>
            <a href={url} target="_blank" rel="noreferrer noopener">
              {t('Picture {n} of this question', { n: k + 1 })}
            </a>
          </p>
        ),
      )}
      {turns.length > 0 && (
        <ol class="turns">
          {turns.map(({ question, answer }) => (
            <li key={question}>
              <p class="text" lang={language}>
                {question}
              </p>
              {answer !== null && (
                <p class="text faint">{t('Your answer: {answer}', { answer })}</p>
              )}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
