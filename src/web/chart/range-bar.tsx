import { at, ticksOf } from '../../charts/scale.ts';

/** A value with its interval on a scale that a whole column shares. Its text alternative is its description. */
export function RangeBar({
  value,
  low,
  high,
  scale,
  quiet = false,
  description,
}: {
  value: number;
  low: number | null;
  high: number | null;
  scale: readonly [number, number];
  /** For values of another kind, such as scores of recorded models. */
  quiet?: boolean;
  description: string;
}) {
  return (
    <svg height="26" role="img" aria-label={description} class={quiet ? 'quiet' : undefined}>
      {ticksOf(scale).map((tick) => (
        <line key={tick} class="axis" x1={at(tick, scale)} x2={at(tick, scale)} y1="0" y2="26" />
      ))}
      {low !== null && high !== null && (
        <line class="whisker" x1={at(low, scale)} x2={at(high, scale)} y1="13" y2="13" />
      )}
      <circle class="dot" cx={at(value, scale)} cy="13" r="4.5" />
    </svg>
  );
}
