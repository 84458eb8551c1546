import type { Workspace } from '../engine/workspace.ts';

/**
 * The slope a of item j at a point of the coordinates (4J, log |a| first), with its sign: z = aθ + δ. Everything that is derived by
 * log |a| holds for both signs, since ∂z/∂log |a| = aθ.
 */
export function slopeOf(
  { reversed }: Pick<Workspace, 'reversed'>,
  j: number,
  point: Float64Array,
): number {
  return reversed[j] === 1 ? -Math.exp(point[j]) : Math.exp(point[j]);
}
