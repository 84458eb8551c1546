import { useState } from 'preact/hooks';
import type { RatingWork } from '../../../api/ratings.ts';
import { t } from '../../words/t.ts';
import { isFolded, keepFolded } from './rating-draft.ts';

/** The rubric: what each grade of each aspect means. It folds away, and stays as the reader left it. */
export function Guideline({ rubric }: { rubric: RatingWork['rubric'] }) {
  const [open, setOpen] = useState(() => !isFolded());
  return (
    <details
      class="rating-guideline"
      open={open}
      onToggle={(event) => {
        const isOpen = event.currentTarget.open;
        setOpen(isOpen);
        keepFolded(!isOpen);
      }}
    >
      <summary>{t('Guideline')}</summary>
      <div lang={rubric.language}>
        <p>{rubric.instruction}</p>
        <div class="rating-aspects">
          {rubric.aspects.map(({ name, label, description, points }) => (
            <section key={name} aria-label={label}>
              <h2>{label}</h2>
              <p>{description}</p>
              <dl>
                {Object.entries(points)
                  .sort(([x], [y]) => Number(x) - Number(y))
                  .map(([grade, meaning]) => (
                    <div key={grade}>
                      <dt>{grade}</dt>
                      <dd>{meaning}</dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </details>
  );
}
