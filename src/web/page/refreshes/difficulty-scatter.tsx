import type { RefreshView } from '../../../api/refreshes.ts';
import { roundScale, ticksOf } from '../../../charts/scale.ts';
import { fixed } from '../../format/number.ts';
import { t } from '../../words/t.ts';

/** Sides of the drawing, and room for its numbers. */
const [SIZE, LEFT, BOTTOM, EDGE] = [320, 40, 36, 14];
const FREE = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/** Old against new difficulty of every item; drifted ones stand out. The tables below have the numbers. */
export function DifficultyScatter({ of }: { of: RefreshView['difficulties'] }) {
  if (of.items.length === 0) return null;
  const scale = roundScale([...of.old, ...of.new], FREE);
  const place = (value: number) => (value - scale[0]) / (scale[1] - scale[0]);
  const x = (value: number) => LEFT + place(value) * (SIZE - LEFT - EDGE);
  const y = (value: number) => SIZE - BOTTOM - place(value) * (SIZE - BOTTOM - EDGE);
  const drifted = of.drifted.filter(Boolean).length;
  // Drifted items are drawn last, over the others.
  const order = [...of.items.keys()].sort((i, k) => Number(of.drifted[i]) - Number(of.drifted[k]));
  return (
    <figure class="scatter">
      <figcaption>
        <strong>{t('Old and new difficulty')}</strong>{' '}
        <span class="faint">
          {t('One dot per item; filled dots have drifted. Dots on the line did not change.')}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        role="img"
        aria-label={t('Old and new difficulty of {items} items, of which {drifted} have drifted', {
          items: of.items.length,
          drifted,
        })}
      >
        {ticksOf(scale).map((tick) => (
          <g key={tick}>
            <line class="axis" x1={x(tick)} x2={x(tick)} y1={EDGE} y2={SIZE - BOTTOM} />
            <line class="axis" x1={LEFT} x2={SIZE - EDGE} y1={y(tick)} y2={y(tick)} />
            <text x={x(tick)} y={SIZE - BOTTOM + 14} text-anchor="middle">
              {fixed(tick, 1)}
            </text>
            <text x={LEFT - 5} y={y(tick) + 4} text-anchor="end">
              {fixed(tick, 1)}
            </text>
          </g>
        ))}
        <line class="same" x1={x(scale[0])} y1={y(scale[0])} x2={x(scale[1])} y2={y(scale[1])} />
        {order.map((i) => (
          <circle
            key={of.items[i]}
            class={of.drifted[i] ? 'drifted' : undefined}
            cx={x(of.old[i])}
            cy={y(of.new[i])}
            r={of.drifted[i] ? 4 : 2.5}
          >
            <title>{of.items[i]}</title>
          </circle>
        ))}
        <text x={(LEFT + SIZE) / 2} y={SIZE - 4} text-anchor="middle">
          {t('old')}
        </text>
        <text transform={`translate(10 ${(SIZE - BOTTOM) / 2})rotate(-90)`} text-anchor="middle">
          {t('new')}
        </text>
      </svg>
    </figure>
  );
}
