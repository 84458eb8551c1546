import { at, ticksOf } from '../../charts/scale.ts';
import { compact } from '../format/number.ts';
import { t } from '../words/t.ts';

/** The scale of a column of ranges, for its header. */
export function RangeScale({ scale }: { scale: readonly [number, number] }) {
  return (
    <>
      <span class="hidden">{t('Score with its interval, as a bar')}</span>
      <svg height="16" aria-hidden="true">
        {ticksOf(scale).map((tick) => (
          <text key={tick} x={at(tick, scale)} y="12" text-anchor="middle">
            {compact(tick)}
          </text>
        ))}
      </svg>
    </>
  );
}
