import type { Workspace } from '../engine/workspace.ts';

/** Mean and standard deviation of the ability of the workspace's examinee `i`. */
export function posteriorOf({ size, nodes, posterior, windows }: Workspace, i: number) {
  let mean = 0;
  let square = 0;
  for (let k = windows[2 * i]; k < windows[2 * i + 1]; k++) {
    const weight = posterior[i * size.nodes + k];
    mean += weight * nodes[k];
    square += weight * nodes[k] * nodes[k];
  }
  return { mean, sd: Math.sqrt(Math.max(0, square - mean * mean)) };
}
