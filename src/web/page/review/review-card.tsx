import { useEffect } from 'preact/hooks';
import type { ReviewChange, ReviewItem } from '../../../api/review.ts';
import { percent } from '../../format/number.ts';
import { Await } from '../../part/await.tsx';
import { Badge } from '../../part/badge.tsx';
import { ServiceWords } from '../../part/service-words.tsx';
import { Link } from '../../router/link.tsx';
import { useResource } from '../../state/use-resource.ts';
import { t, tr } from '../../words/t.ts';
import { DecideForm } from './decide-form.tsx';
import { OptionTable } from './option-table.tsx';
import { decisionWords } from './review-words.ts';

/** One item: why it is suspected, its question with what models chose, and the decision. */
export function ReviewCard({
  bank,
  item,
  path,
  mayDecide,
  last,
  onBack,
  onNext,
  onDecided,
}: {
  bank: string;
  item: string;
  path: string;
  mayDecide: boolean;
  /** The last change of this page, after which the item is read again. */
  last: ReviewChange | null;
  onBack: (() => void) | null;
  onNext: (() => void) | null;
  onDecided: (change: ReviewChange) => void;
}) {
  const shown = useResource<ReviewItem>(
    `${path}/items/${encodeURIComponent(item)}`,
    {},
    ({ type }) => type === 'review',
  );
  useEffect(() => {
    if (last !== null) shown.reload();
  }, [last]);
  return (
    <section class="review-card" aria-labelledby="in-review">
      <h2 id="in-review">
        {tr('Item {item}', { item: <Link to={['banks', bank, 'items', item]}>{item}</Link> })}
        {shown.data?.suspect?.probability !== undefined && (
          <>
            {' '}
            <Badge tone="warn">
              {t('{probability} likely faulty', {
                probability: percent(shown.data.suspect.probability),
              })}
            </Badge>
          </>
        )}
      </h2>
      <Await of={shown} what={t('the item')}>
        {(data) => (
          <>
            <Reasons item={data} />
            {data.decision !== null && (
              <p class="note">
                {t('Decided: {decision} by {by}.', {
                  decision: decisionWords(data.decision),
                  by: data.decision.by,
                })}
                {data.decision.note !== undefined && data.decision.note !== '' && (
                  <> {t('Note: {note}', { note: data.decision.note })}</>
                )}
              </p>
            )}
            {data.question === undefined ? (
              <p class="faint">
                {data.type === null
                  ? t('The database has no text of this item.')
                  : t('This key may not see the text of items.')}
              </p>
            ) : (
              <pre>{data.question}</pre>
            )}
            <OptionTable item={data} />
            {data.options === undefined && data.answer !== undefined && (
              <p>
                <strong>{t('Right answer:')}</strong> {data.answer}
              </p>
            )}
            <DecideForm
              key={`${item} ${data.suspect?.suggestedKey?.join('') ?? ''}`}
              item={data}
              path={path}
              mayDecide={mayDecide}
              onBack={onBack}
              onNext={onNext}
              onDecided={onDecided}
            />
          </>
        )}
      </Await>
    </section>
  );
}

function Reasons({ item: { suspect } }: { item: ReviewItem }) {
  if (suspect === null) return <p class="faint">{t('The audit does not suspect this item.')}</p>;
  return (
    <>
      {suspect.reasons.length > 0 && (
        <ul>
          {suspect.reasons.map(({ kind, text }) => (
            <li key={`${kind} ${text}`}>
              <ServiceWords text={text} />
            </li>
          ))}
        </ul>
      )}
      {suspect.suggestedKey != null && (
        <p>
          {tr('The answers speak for the key <b>{key}</b>.', {
            key: suspect.suggestedKey.join(''),
            b: (parts) => <strong>{parts}</strong>,
          })}
        </p>
      )}
    </>
  );
}
