import { useEffect, useRef } from 'preact/hooks';
import type { ExpertQuestion } from '../../../api/writing.ts';
import { t } from '../../words/t.ts';
import { KIND_WORDS } from './writing-words.ts';

/** Key, explanation, evidence and passage of a question that its expert has answered. */
export function Revealed({ question, language }: { question: ExpertQuestion; language: string }) {
  const { options, answer } = question;
  const { right, key, explanation, evidence, passage, source, objections } = question.revealed!;
  const said = (given: readonly string[]) => (options === null ? given.join('; ') : given.join(''));
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <>
      {options !== null && (
        <ul class="writing-options" lang={language}>
          {Object.entries(options).map(([letter, text]) => (
            <li key={letter}>
              {letter}. {text}
            </li>
          ))}
        </ul>
      )}
      <p ref={place} tabIndex={-1} role="status">
        <strong>
          {right ? t('Your answer is the key.') : t('Your answer differs from the key.')}
        </strong>{' '}
        {t('Your answer: {answer}. Key: {key}.', { answer: said(answer ?? []), key: said(key) })}
      </p>
      {objections !== null && (
        <>
          <h3>{t('Objections to the version before')}</h3>
          <ul>
            {objections.reasons.map((kind) => (
              <li key={kind}>{t(KIND_WORDS[kind])}</li>
            ))}
            {objections.comments.map((comment) => (
              <li key={comment}>{comment}</li>
            ))}
          </ul>
        </>
      )}
      {explanation !== '' && (
        <>
          <h3>{t('Explanation')}</h3>
          <p class="writing-text" lang={language}>
            {explanation}
          </p>
        </>
      )}
      <h3>{t('Passage')}</h3>
      <blockquote class="writing-text" lang={language}>
        <Marked text={passage} part={evidence} />
      </blockquote>
      <p class="help">{source}</p>
      {evidence !== '' && !passage.includes(evidence) && (
        <>
          <h3>{t('Evidence')}</h3>
          <p class="writing-text" lang={language}>
            {evidence}
          </p>
        </>
      )}
    </>
  );
}

/** A text with the evidence in it marked. */
function Marked({ text, part }: { text: string; part: string }) {
  const at = part === '' ? -1 : text.indexOf(part);
  if (at === -1) return <>{text}</>;
  return (
    <>
      {text.slice(0, at)}
      <mark>{part}</mark>
      {text.slice(at + part.length)}
    </>
  );
}
