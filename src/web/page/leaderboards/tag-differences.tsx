import type { ModelComparison } from '../../../api/leaderboards.ts';
import { roundScale } from '../../../charts/scale.ts';
import { wordsOf } from '../../../tag-words.ts';
import { RangeBar } from '../../chart/range-bar.tsx';
import { RangeScale } from '../../chart/range-scale.tsx';
import { difference, interval, points } from '../../format/number.ts';
import { shortName } from '../../format/words.ts';
import { Badge } from '../../part/badge.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { t } from '../../words/t.ts';

/** Differences by tag; those whose interval leaves zero out are named. */
export function TagDifferences({ a, b, tags, tagWords }: ModelComparison) {
  const [first, second] = [shortName(a.examinee), shortName(b.examinee)];
  if (tags.length === 0) return null;
  const rows = inOrder(tags, tagWords);
  const ends = roundScale(tags.flatMap(({ low, high }) => [low, high, -low, -high]));
  const scale = [-Math.max(...ends), Math.max(...ends)] as const;
  return (
    <>
      <h2>{t('By tag')}</h2>
      <p class="faint">
        {t(
          'The difference on the items with each tag value: right of the middle line {first} is better, left of it {second}. With many values, some seem to differ by chance alone.',
          { first, second },
        )}
      </p>
      <DataTable
        caption={t('Differences by tag')}
        layout="ranges"
        rows={rows}
        keyOf={({ tag, value }) => `${tag}=${value}`}
        empty={t('No tags.')}
        columns={[
          {
            name: t('Tag'),
            cell: ({ words, low, high }) => (
              <>
                {words}{' '}
                {low > 0 && <Badge tone="good">{t('{model} better', { model: first })}</Badge>}
                {high < 0 && <Badge tone="good">{t('{model} better', { model: second })}</Badge>}
              </>
            ),
          },
          { name: first, kind: 'number', look: 'compared wide-only', cell: (row) => points(row.a) },
          {
            name: second,
            kind: 'number',
            look: 'compared wide-only',
            cell: (row) => points(row.b),
          },
          { name: t('Difference'), kind: 'number', cell: (row) => difference(row.a - row.b) },
          {
            name: t('90% interval'),
            kind: 'number',
            cell: ({ low, high }) => interval(low, high, difference),
          },
          {
            name: <RangeScale scale={scale} />,
            kind: 'range',
            cell: (row) => (
              <RangeBar
                value={row.a - row.b}
                low={row.low}
                high={row.high}
                scale={scale}
                description={t('{tag}: {difference} points, {interval}', {
                  tag: row.words,
                  difference: difference(row.a - row.b),
                  interval: interval(row.low, row.high, difference),
                })}
              />
            ),
          },
        ]}
      />
    </>
  );
}

/** The rows with their words, in the order of the taxonomy. */
function inOrder(tags: ModelComparison['tags'], tagWords: ModelComparison['tagWords']) {
  return [...new Set(tags.map(({ tag }) => tag))].flatMap((tag) => {
    const own = tags.filter((row) => row.tag === tag);
    const { name, values } = wordsOf(
      tagWords,
      tag,
      own.map(({ value }) => value),
    );
    return values.map((words) => ({
      ...own.find(({ value }) => value === words.value)!,
      words: t('{name}: {value}', { name, value: words.name }),
    }));
  });
}
