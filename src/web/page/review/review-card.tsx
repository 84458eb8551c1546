import { useEffect } from 'preact/hooks';
import type { ReviewChange, ReviewItem } from '../../../api/review.ts';
import { percent } from '../../format/number.ts';
import { Await } from '../../part/await.tsx';
import { Badge } from '../../part/badge.tsx';
import { Link } from '../../router/link.tsx';
import { useResource } from '../../state/use-resource.ts';
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
        Item <Link to={['banks', bank, 'items', item]}>{item}</Link>
        {shown.data?.suspect?.probability !== undefined && (
          <>
            {' '}
            <Badge tone="warn">{percent(shown.data.suspect.probability)} likely faulty</Badge>
          </>
        )}
      </h2>
      <Await of={shown} what="the item">
        {(data) => (
          <>
            <Reasons item={data} />
            {data.decision !== null && (
              <p class="note">
                Decided: {decisionWords(data.decision)} by {data.decision.by}.
                {data.decision.note !== undefined && data.decision.note !== '' && (
                  <> Note: {data.decision.note}</>
                )}
              </p>
            )}
            {data.question === undefined ? (
              <p class="faint">
                {data.type === null
                  ? 'The database has no text of this item.'
                  : 'This key may not see the text of items.'}
              </p>
            ) : (
              <pre>{data.question}</pre>
            )}
            <OptionTable item={data} />
            {data.options === undefined && data.answer !== undefined && (
              <p>
                <strong>Right answer:</strong> {data.answer}
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
  if (suspect === null) return <p class="faint">The audit does not suspect this item.</p>;
  return (
    <>
      {suspect.reasons.length > 0 && (
        <ul>
          {suspect.reasons.map(({ kind, text }) => (
            <li key={`${kind} ${text}`}>{text}</li>
          ))}
        </ul>
      )}
      {suspect.suggestedKey != null && (
        <p>
          The answers speak for the key <strong>{suspect.suggestedKey.join('')}</strong>.
        </p>
      )}
    </>
  );
}
