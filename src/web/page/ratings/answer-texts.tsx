import type { ComponentChildren } from 'preact';
import type { RatedAnswer } from '../../../api/ratings.ts';
import { t } from '../../words/t.ts';

/** The texts of an answer, as they are: nothing in them is read as markup. */
export function AnswerTexts({ of }: { of: RatedAnswer }) {
  const hasLeft = of.description !== null || of.history.length > 0;
  return (
    <div class={hasLeft ? 'rating-texts' : 'rating-texts narrow'}>
      {hasLeft && (
        <div>
          {of.description !== null && (
            <Part title={t('Description')}>
              <Plain>{of.description}</Plain>
            </Part>
          )}
          {of.history.length > 0 && (
            <Part title={t('Dialogue')}>
              <ol class="rating-dialogue">
                {of.history.map(({ question, references }, k) => (
                  <li key={k}>
                    <p class="faint">{t('Question||asked')}</p>
                    <Plain>{question}</Plain>
                    <p class="faint">{t('Reference answer')}</p>
                    <References of={references} />
                  </li>
                ))}
              </ol>
            </Part>
          )}
        </div>
      )}
      <div>
        <Part title={t('Question||asked')}>
          <Plain>{of.question}</Plain>
        </Part>
        <Part title={t('Answer to rate')} look="main">
          <Plain>{of.answer}</Plain>
        </Part>
        <Part title={t('Reference answer')}>
          <References of={of.references} />
        </Part>
      </div>
    </div>
  );
}

function References({ of }: { of: readonly string[] }) {
  return (
    <>
      {of.map((text, k) => (
        <Plain key={k}>{text}</Plain>
      ))}
    </>
  );
}

function Part({
  title,
  look = '',
  children,
}: {
  title: string;
  look?: string;
  children: ComponentChildren;
}) {
  return (
    <section class={`rating-part ${look}`} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const Plain = ({ children }: { children: string }) => <p class="rating-text">{children}</p>;
