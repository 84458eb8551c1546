import type { ModelComparison } from '../../../api/leaderboards.ts';
import { count, pValue } from '../../format/number.ts';
import { shortName } from '../../format/words.ts';
import { t } from '../../words/t.ts';

function testWords({ items, partial, p }: NonNullable<ModelComparison['common']>): string {
  if (partial === 0)
    return t(
      'Both were asked these {items} items. Only items that one of the two had right and the other wrong show a difference (exact McNemar test: p = {p}; with a small p the difference is unlikely to be chance).',
      { items: count(items), p: pValue(p) },
    );
  return t(
    'Both were asked these {items} items. On {partial} of them a score lies between 0 and 1; the table counts at least ½ as right, and the test takes the scores as they are (signs of differences changed at random: p = {p}; with a small p the difference is unlikely to be chance).',
    { items: count(items), partial: count(partial), p: pValue(p) },
  );
}

/** The items that both were asked: who had which right, and whether that is more than chance. */
export function CommonItems({ a, b, common }: ModelComparison) {
  if (common === null)
    return (
      <>
        <h2>{t('Common items')}</h2>
        <p>{t('Not counted, because items may differ between two versions of a bank.')}</p>
      </>
    );
  if (common.items === 0)
    return (
      <>
        <h2>{t('Common items')}</h2>
        <p>{t('None: the two were asked different items.')}</p>
      </>
    );
  return (
    <>
      <h2>{t('Common items')}</h2>
      <p class="faint">{testWords(common)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys */}
      <section class="wide" tabIndex={0} aria-label={t('Right and wrong on common items')}>
        <table>
          <caption class="hidden">{t('Right and wrong on common items')}</caption>
          <thead>
            <tr>
              <td />
              <th scope="col" class="right">
                {t('{model} right', { model: shortName(b.examinee) })}
              </th>
              <th scope="col" class="right">
                {t('{model} wrong', { model: shortName(b.examinee) })}
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{t('{model} right', { model: shortName(a.examinee) })}</th>
              <td class="right">{count(common.bothRight)}</td>
              <td class="right">{count(common.onlyA)}</td>
            </tr>
            <tr>
              <th scope="row">{t('{model} wrong', { model: shortName(a.examinee) })}</th>
              <td class="right">{count(common.onlyB)}</td>
              <td class="right">{count(common.bothWrong)}</td>
            </tr>
          </tbody>
        </table>
      </section>
    </>
  );
}
