import type { ReviewItem } from '../../../api/review.ts';
import { count, percent } from '../../format/number.ts';
import { Badge } from '../../part/badge.tsx';
import { t } from '../../words/t.ts';
import { lettersIn } from './review-words.ts';

/** The options with what models chose, where letters are known. */
export function OptionTable({
  item: { options, answer, imported, shares, suspect, answered },
}: {
  item: ReviewItem;
}) {
  if (options === undefined) return null;
  const key = lettersIn(answer ?? '');
  const before = lettersIn(imported ?? '');
  const suggested = suspect?.suggestedKey ?? [];
  const known = shares ?? null;
  return (
    <>
      <table class="full review-options">
        <caption class="hidden">{t('Options, and what models chose')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Letter')}</th>
            <th scope="col">{t('Option')}</th>
            {known !== null && <th scope="col">{t('Models')}</th>}
          </tr>
        </thead>
        <tbody>
          {Object.entries(options).map(([letter, text]) => (
            <tr key={letter} class={key.includes(letter) ? 'chosen' : undefined}>
              <th scope="row">{letter}</th>
              <td>
                {text} {key.includes(letter) && <Badge tone="good">{t('key')}</Badge>}{' '}
                {before.includes(letter) && !key.includes(letter) && (
                  <Badge>{t('imported key')}</Badge>
                )}{' '}
                {suggested.includes(letter) && !key.includes(letter) && (
                  <Badge tone="warn">{t('suggested')}</Badge>
                )}
              </td>
              {known !== null && (
                <td>
                  <Share chosen={known.letters[letter] ?? 0} of={known.models} letter={letter} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {answer !== undefined && (
        <p class="faint">
          {known === null
            ? answered
              ? t('The letters of models are not known: recorded answers have only scores.')
              : t('The bank has no recorded answers.')
            : t(
                known.none > 0
                  ? 'Letters of {n, plural, one {# model} other {# models}} are known; {none} gave no answer.'
                  : 'Letters of {n, plural, one {# model} other {# models}} are known.',
                { n: known.models, none: count(known.none) },
              )}
        </p>
      )}
    </>
  );
}

function Share({ chosen, of, letter }: { chosen: number; of: number; letter: string }) {
  return (
    <span class="share">
      <meter
        min={0}
        max={Math.max(1, of)}
        value={chosen}
        aria-label={t('Models that chose {letter}', { letter })}
      />
      <span class="number">
        {count(chosen)} <span class="faint">{percent(of === 0 ? 0 : chosen / of)}</span>
      </span>
    </span>
  );
}
