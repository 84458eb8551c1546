import type { ModelComparison } from '../../../api/leaderboards.ts';
import { count, pValue } from '../../format/number.ts';

/** The items that both were asked: who had which right, and whether that is more than chance. */
export function CommonItems({ a, b, common }: ModelComparison) {
  if (common === null)
    return (
      <>
        <h2>Items that both were asked</h2>
        <p>Not counted: between two versions of a bank an item may have changed.</p>
      </>
    );
  if (common.items === 0)
    return (
      <>
        <h2>Items that both were asked</h2>
        <p>There is none: each was asked items of its own.</p>
      </>
    );
  return (
    <>
      <h2>Items that both were asked</h2>
      <p class="faint">
        Of {count(common.items)} common items. Only those that one of the two had right tell which
        is better there (exact McNemar test: p = {pValue(common.p)}; a small p says that the
        difference is hardly chance).
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys */}
      <section class="wide" tabIndex={0} aria-label="Right and wrong on common items">
        <table>
          <caption class="hidden">Right and wrong on common items</caption>
          <thead>
            <tr>
              <td />
              <th scope="col" class="right">
                {b.examinee} right
              </th>
              <th scope="col" class="right">
                {b.examinee} wrong
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{a.examinee} right</th>
              <td class="right">{count(common.bothRight)}</td>
              <td class="right">{count(common.onlyA)}</td>
            </tr>
            <tr>
              <th scope="row">{a.examinee} wrong</th>
              <td class="right">{count(common.onlyB)}</td>
              <td class="right">{count(common.bothWrong)}</td>
            </tr>
          </tbody>
        </table>
      </section>
    </>
  );
}
