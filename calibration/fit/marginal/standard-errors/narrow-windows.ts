import type { Workspace } from '../engine/workspace.ts';

/** A node with less of an examinee's posterior than this is left out of standard errors. */
const NEGLIGIBLE = 1e-12;

/** First node and the one after the last that matter for an examinee's posterior moments: 2N. */
export function narrowWindows({ size, posterior, windows }: Workspace): Int32Array {
  const q = size.nodes;
  const narrow = windows.slice();
  for (let i = 0; i < size.examinees; i++) {
    while (narrow[2 * i] < narrow[2 * i + 1] && posterior[i * q + narrow[2 * i]] < NEGLIGIBLE)
      narrow[2 * i]++;
    while (
      narrow[2 * i] < narrow[2 * i + 1] &&
      posterior[i * q + narrow[2 * i + 1] - 1] < NEGLIGIBLE
    )
      narrow[2 * i + 1]--;
  }
  return narrow;
}
