import type { CalibrationDetail } from '../../../api/banks.ts';
import { count, NONE, percent } from '../../format/number.ts';
import { t } from '../../words/t.ts';
import { persuasionMatrix } from './persuasion-matrix.ts';

/** Who persuaded whom: shares of debates with their counts, coloured by the share. */
export function PersuasionTable({
  persuasion,
}: {
  persuasion: NonNullable<CalibrationDetail['persuasion']>;
}) {
  const { names, cells } = persuasionMatrix(persuasion);
  if (names.length === 0) return null;
  return (
    <>
      <h2>{t('Who persuaded whom')}</h2>
      <p class="faint">
        {t(
          'The share of their debates in which the model of the column changed its answer after the model of the row criticised it, and how often it changed to the right answer.',
        )}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys */}
      <section class="wide" tabIndex={0} aria-label={t('Who persuaded whom, as a table')}>
        <table class="heat">
          <caption class="hidden">
            {t('Share of debates in which the row persuaded the column')}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('Persuades')}</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name, i) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {names.map((other, j) => {
                  const cell = cells[i][j];
                  if (cell === null)
                    return (
                      <td key={other} class="self">
                        {i === j ? t('same') : NONE}
                      </td>
                    );
                  const share = cell.persuaded / cell.debates;
                  return (
                    <td key={other} class={`level-${3 + Math.min(3, Math.floor(6 * share))}`}>
                      {percent(share)}
                      <br />
                      <span class="faint">
                        {t('{persuaded} of {debates}; {rightly} to the right answer', {
                          persuaded: count(cell.persuaded),
                          debates: count(cell.debates),
                          rightly: count(cell.rightly),
                        })}
                      </span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
