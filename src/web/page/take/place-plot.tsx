import { points } from '../../format/number.ts';
import { t } from '../../words/t.ts';

/** Scores from 0 to 100 as a share of the width. */
const at = (score: number) => `${Math.min(99, Math.max(1, score))}%`;

/** Where a score with its interval lies among those of models and people: a mark each. */
export function PlacePlot({
  score,
  low,
  high,
  models,
  people,
}: {
  score: number;
  low: number;
  high: number;
  models: readonly number[];
  people: readonly number[];
}) {
  const rows = [
    { name: t('Language models'), scores: models },
    ...(people.length === 0 ? [] : [{ name: t('Other people'), scores: people }]),
  ];
  const description = t(
    'Your score is {score}, with an interval from {low} to {high}. Models have scores from {lowest} to {highest}.',
    {
      score: points(score),
      low: points(low),
      high: points(high),
      lowest: points(models[0]),
      highest: points(models.at(-1)),
    },
  );
  return (
    <figure class="place-plot">
      <svg height={40 + 36 * rows.length} width="100%" role="img" aria-label={description}>
        <text x="0" y="12">
          {t('You')}
        </text>
        <line class="whisker" x1={at(low)} x2={at(high)} y1="24" y2="24" />
        <circle class="dot" cx={at(score)} cy="24" r="5" />
        {rows.map(({ name, scores }, k) => (
          <g key={name}>
            <text x="0" y={50 + 36 * k}>
              {name}
            </text>
            {scores.map((one, j) => (
              <line
                key={j}
                class="tick"
                x1={at(one)}
                x2={at(one)}
                y1={56 + 36 * k}
                y2={68 + 36 * k}
              />
            ))}
            <line class="axis" x1="0" x2="100%" y1={69 + 36 * k} y2={69 + 36 * k} />
          </g>
        ))}
      </svg>
      <figcaption class="faint">
        {t('Scores from 0 (left) to 100 (right). Each mark is a model or a person.')}
      </figcaption>
    </figure>
  );
}
