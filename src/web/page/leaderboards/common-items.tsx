import type { ModelComparison } from '../../../api/leaderboards.ts';
import { count, pValue } from '../../format/number.ts';
import { shortName } from '../../format/words.ts';

function testWords({ partial, p }: NonNullable<ModelComparison['common']>): string {
  if (partial === 0)
    return `Only items that one of the two had right and the other wrong show a difference (exact McNemar test: p = ${pValue(p)}`;
  return `On ${count(partial)} of them a score lies between 0 and 1; the table counts at least ½ as right, and the test takes the scores as they are (signs of differences changed at random: p = ${pValue(p)}`;
}

/** The items that both were asked: who had which right, and whether that is more than chance. */
export function CommonItems({ a, b, common }: ModelComparison) {
  if (common === null)
    return (
      <>
        <h2>Common items</h2>
        <p>Not counted, because items may differ between two versions of a bank.</p>
      </>
    );
  if (common.items === 0)
    return (
      <>
        <h2>Common items</h2>
        <p>None: the two were asked different items.</p>
      </>
    );
  return (
    <>
      <h2>Common items</h2>
      <p class="faint">
        Both were asked these {count(common.items)} items. {testWords(common)}; with a small p the
        difference is unlikely to be chance).
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys */}
      <section class="wide" tabIndex={0} aria-label="Right and wrong on common items">
        <table>
          <caption class="hidden">Right and wrong on common items</caption>
          <thead>
            <tr>
              <td />
              <th scope="col" class="right">
                {shortName(b.examinee)} right
              </th>
              <th scope="col" class="right">
                {shortName(b.examinee)} wrong
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{shortName(a.examinee)} right</th>
              <td class="right">{count(common.bothRight)}</td>
              <td class="right">{count(common.onlyA)}</td>
            </tr>
            <tr>
              <th scope="row">{shortName(a.examinee)} wrong</th>
              <td class="right">{count(common.onlyB)}</td>
              <td class="right">{count(common.bothWrong)}</td>
            </tr>
          </tbody>
        </table>
      </section>
    </>
  );
}
