import { at, ticksOf } from '../../charts/scale.ts';

/** A value with its interval on a scale that a whole column shares. Its text alternative is its description. */
export function RangeBar({
  value,
  low,
  high,
  scale,
  quiet = false,
  beside = null,
  reference = null,
  description,
}: {
  value: number;
  low: number | null;
  high: number | null;
  scale: readonly [number, number];
  /** For values of another kind, such as scores of recorded models. */
  quiet?: boolean;
  /** Another value in the same row, such as a model beside people. */
  beside?: number | null;
  /** A value that all rows are seen against. */
  reference?: number | null;
  description: string;
}) {
  return (
    <svg height="26" role="img" aria-label={description} class={quiet ? 'quiet' : undefined}>
      {ticksOf(scale).map((tick) => (
        <line key={tick} class="axis" x1={at(tick, scale)} x2={at(tick, scale)} y1="0" y2="26" />
      ))}
      {reference !== null && (
        <line
          class="reference"
          x1={at(reference, scale)}
          x2={at(reference, scale)}
          y1="0"
          y2="26"
        />
      )}
      {low !== null && high !== null && (
        <line class="whisker" x1={at(low, scale)} x2={at(high, scale)} y1="13" y2="13" />
      )}
      <circle class="dot" cx={at(value, scale)} cy="13" r="4.5" />
      {beside !== null && (
        <svg class="beside" x={at(beside, scale)} y="13" aria-hidden="true">
          <path d="M0 -5.5L5.5 0L0 5.5L-5.5 0Z" />
        </svg>
      )}
    </svg>
  );
}
