import { dashesOf, lookOf, type Series } from './plot-types.ts';

/** Names of the series with their dashes: colour is not the only distinction. */
export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul class="legend">
      {series.map((one, k) => {
        const look = lookOf(one, k);
        return (
          <li key={one.name}>
            <svg width="28" height="10" aria-hidden="true" class={`stroke-${look + 1}`}>
              {one.low !== undefined && one.kind !== 'points' && (
                <rect width="28" height="10" opacity="0.2" stroke="none" />
              )}
              {one.kind === 'points' ? (
                <>
                  {one.low !== undefined && <line x1="14" x2="14" y1="0" y2="10" />}
                  <circle cx="14" cy="5" r="4" fill-opacity="0.2" />
                </>
              ) : (
                <line
                  x1="0"
                  x2="28"
                  y1="5"
                  y2="5"
                  stroke-width="2"
                  stroke-dasharray={dashesOf(one, k).join(' ')}
                />
              )}
            </svg>
            {one.name}
          </li>
        );
      })}
    </ul>
  );
}
