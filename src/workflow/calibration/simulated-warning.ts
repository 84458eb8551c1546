import { count } from '../../numbers.ts';

/** Among the warnings of a calibration: that answers it was made from come from the stand-in. None if there are none. */
export function simulatedWarning(
  standIns: readonly string[],
  examinees: readonly string[],
): string[] {
  const own = examinees.filter((name) => standIns.includes(name)).length;
  if (own === 0) return [];
  const whose =
    own === examinees.length ? `all ${count(own)}` : `${count(own)} of ${count(examinees.length)}`;
  return [
    `SIMULATED: the answers of ${whose} examinees come from the stand-in, which no model is behind`,
  ];
}
