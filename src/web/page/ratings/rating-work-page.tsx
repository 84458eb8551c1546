import { useLayoutEffect, useState } from 'preact/hooks';
import type { RatedAnswer, RatingWork } from '../../../api/ratings.ts';
import { Await } from '../../part/await.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { useLanguageChoice } from '../../state/language-context.ts';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';
import { AnswerTexts } from './answer-texts.tsx';
import { GradeForm, type Kept } from './grade-form.tsx';
import { Guideline } from './guideline.tsx';

/** What an expert of a rating panel does: one answer after the other, without knowing whose it is. */
export function RatingWorkPage({ panel }: { panel: string }) {
  const [language] = useLanguageChoice();
  const path = `/v1/ratings/${encodeURIComponent(panel)}/work`;
  const work = useResource<RatingWork>(
    path,
    { language },
    (event) => event.type === 'panel' && event.panel === panel,
  );
  return (
    <Await of={work} what={t('your answers to rate')}>
      {(found) => <Work panel={panel} path={path} work={found} onChange={work.reload} />}
    </Await>
  );
}

function Work({
  panel,
  path,
  work,
  onChange,
}: {
  panel: string;
  path: string;
  work: RatingWork;
  onChange: () => void;
}) {
  const { rated, title, rater } = work;
  const all = rated.length;
  const done = rated.filter(Boolean).length;
  const first = rated.indexOf(false);
  const [place, setPlace] = useState(() => keptPlace(panel) ?? Math.max(0, first));
  const go = (next: number) => {
    setPlace(next);
    sessionStorage.setItem(`thetarank-rating ${panel}`, String(next));
  };
  if (all === 0)
    return (
      <PageHead
        title={title}
        lead={t('No answers are assigned to {rater}. Ask whoever invited you.', { rater })}
      />
    );
  const at = Math.min(place, all - 1);
  const kept = ({ next }: Kept) => {
    onChange();
    if (at + 1 < all) go(at + 1);
    else if (next !== null) go(next);
  };
  const text = t('{done} of {all} rated', { done, all });
  return (
    <>
      <PageHead title={title} lead={t('Answer {place} of {all}', { place: at + 1, all })} />
      <div class="rating-progress">
        <p role="status">
          {done === all ? t('All answers are rated. You can still change your grades.') : text}
        </p>
        <progress aria-label={t('Rated answers')} value={done} max={all}>
          {text}
        </progress>
        {first !== -1 && first !== at && (
          <button type="button" onClick={() => go(first)}>
            {t('Go to the first answer without grades')}
          </button>
        )}
      </div>
      <Guideline rubric={work.rubric} />
      <OneAnswer
        key={at}
        panel={panel}
        path={`${path}/${at}`}
        work={work}
        onBack={at > 0 ? () => go(at - 1) : null}
        onKept={kept}
      />
    </>
  );
}

function OneAnswer({
  panel,
  path,
  work,
  onBack,
  onKept,
}: {
  panel: string;
  path: string;
  work: RatingWork;
  onBack: (() => void) | null;
  onKept: (kept: Kept) => void;
}) {
  const answer = useResource<RatedAnswer>(path);
  // The next answer is read from its beginning.
  useLayoutEffect(() => scrollTo(0, 0), []);
  return (
    <Await of={answer} what={t('the answer to rate')}>
      {(found) => (
        <>
          <AnswerTexts of={found} />
          <GradeForm panel={panel} work={work} answer={found} onBack={onBack} onKept={onKept} />
        </>
      )}
    </Await>
  );
}

/** Where the rater was in this tab. */
function keptPlace(panel: string): number | null {
  const text = sessionStorage.getItem(`thetarank-rating ${panel}`);
  return text === null ? null : Number(text);
}
