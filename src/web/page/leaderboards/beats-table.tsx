import { useState } from 'preact/hooks';
import type { Leaderboard } from '../../../api/leaderboards.ts';
import { probability } from '../../format/number.ts';
import { SelectField } from '../../part/select-field.tsx';
import { t } from '../../words/t.ts';
import type { BoardRow } from './board-rows.ts';
import { beatLevel, examineeColumn } from './entry-words.ts';

const SIZES = [10, 20, 50, 100];

/** Who beats whom: a probability per cell, coloured by it, with proper headers. */
export function BeatsTable({
  rows,
  beats,
  target,
}: {
  rows: readonly BoardRow[];
  beats: readonly (readonly number[])[];
  target: Leaderboard['target'];
}) {
  const [most, setMost] = useState(SIZES[0]);
  const paired = rows.filter(({ index }) => index < beats.length);
  if (paired.length < 2) return null;
  const shown = paired.slice(0, most);
  return (
    <section aria-labelledby="beats">
      <h2 id="beats">{t('Who beats whom')}</h2>
      <p class="faint">
        {t(
          'The probability that the {target, select, recorded {recorded} other {expected}} score of the examinee in the row is higher than that of the one in the column, in percent; columns are named by rank. Near 50 they cannot be distinguished. With unverified intervals these probabilities are too extreme: in checks, "83%" was right for 72 to 79 of 100 pairs.',
          { target },
        )}
        {paired.length < rows.length &&
          ` ${t('Only the first {n} of the leaderboard are in this table.', { n: beats.length })}`}
      </p>
      {paired.length > SIZES[0] && (
        <div class="filters">
          <SelectField
            label={t('Show the first')}
            value={`${most}`}
            choices={SIZES.map((size) => ({
              value: `${size}`,
              name: t('{size} rows', { size }),
            }))}
            onChange={(value) => setMost(Number(value))}
          />
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys */}
      <section class="wide" tabIndex={0} aria-label={t('Who beats whom, as a table')}>
        <table class="heat beats">
          <caption class="hidden">
            {t('Probability that the row scores higher than the column')}
          </caption>
          <colgroup>
            <col class="model" />
            {shown.map(({ index }) => (
              <col key={index} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th scope="col">{examineeColumn(shown.map(({ row }) => row))}</th>
              {shown.map(({ row, index }) => (
                <th key={index} scope="col">
                  <abbr title={row.examinee}>{row.rank}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ row, index: i }) => (
              <tr key={i}>
                <th scope="row" title={row.examinee}>
                  <span class="cut">
                    {row.rank} {row.examinee}
                  </span>
                </th>
                {shown.map(({ index: j }) =>
                  i === j ? (
                    <td key={j} class="self">
                      <span class="hidden">{t('the same examinee')}</span>
                    </td>
                  ) : (
                    <td key={j} class={`level-${beatLevel(beats[i][j])}`}>
                      {probability(beats[i][j]).replace('%', '')}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
