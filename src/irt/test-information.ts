import { information } from './information.ts';
import type { ItemParameters } from './parameters.ts';

/** Fisher information of a test about ability: the sum over its items. Units: 1 / ability². */
export function testInformation(theta: number, items: ItemParameters): number {
  let sum = 0;
  for (let j = 0; j < items.count; j++)
    sum += information(theta, items.a[j], items.b[j], items.c[j], items.d[j]);
  return sum;
}
