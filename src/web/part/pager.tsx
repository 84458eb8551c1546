import { count } from '../format/number.ts';
import { t } from '../words/t.ts';

/** Steps through the pages of a list whose pages are known by cursors: those gone by are kept to go back. */
export function Pager({
  shown,
  before,
  total,
  next,
  onBack,
  onNext,
}: {
  /** Rows on this page, and on those before it. */
  shown: number;
  before: number;
  total: number;
  next: string | null;
  onBack: (() => void) | null;
  onNext: () => void;
}) {
  const text =
    shown === 0
      ? t('None')
      : t('{from} to {to} of {total}', {
          from: count(before + 1),
          to: count(before + shown),
          total: count(total),
        });
  return (
    <nav class="actions" aria-label={t('Pages')}>
      <span class="number" role="status">
        {text}
      </span>
      {onBack !== null && (
        <button type="button" onClick={onBack}>
          {t('Previous page')}
        </button>
      )}
      {next !== null && (
        <button type="button" onClick={onNext}>
          {t('Next page')}
        </button>
      )}
    </nav>
  );
}
