import { useState } from 'preact/hooks';
import type { RatingDetail, RatingSources } from '../../../api/ratings.ts';
import { write } from '../../api/client.ts';
import { count } from '../../format/number.ts';
import { Await } from '../../part/await.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { ProblemNote } from '../../part/problem-note.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { TextField } from '../../part/text-field.tsx';
import { Link } from '../../router/link.tsx';
import { go } from '../../router/use-place.ts';
import { useAction } from '../../state/use-action.ts';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';

/** Makes a panel of experts who rate answers of a run. */
export function NewRatingPage() {
  const sources = useResource<RatingSources>('/v1/rating-sources');
  return (
    <>
      <PageHead
        title={t('New panel')}
        lead={t(
          'Answers of a run are drawn, and each is given to some of the raters. All models are rated on the same questions.',
        )}
        crumb={<Link to={['ratings']}>{t('Ratings')}</Link>}
      />
      <Await of={sources} what={t('the runs')}>
        {(found) =>
          found.items.length === 0 ? (
            <p class="note">
              {t('There is no run yet whose answers can be rated. Make one with')}{' '}
              <code>thetarank evaluate</code>
            </p>
          ) : (
            <NewRatingForm sources={found} />
          )
        }
      </Await>
    </>
  );
}

function NewRatingForm({ sources: { items, rubrics } }: { sources: RatingSources }) {
  const [run, setRun] = useState(String(items[0].run));
  const [raters, setRaters] = useState('');
  const [perAnswer, setPerAnswer] = useState('');
  const [answers, setAnswers] = useState('');
  const [common, setCommon] = useState('0');
  const [rubric, setRubric] = useState('');
  const [title, setTitle] = useState('');
  const [seed, setSeed] = useState('1');
  const make = useAction(async () => {
    const { id } = await write<RatingDetail>('POST', '/v1/ratings', {
      run: Number(run),
      raters: raters
        .split(/[,，]/)
        .map((name) => name.trim())
        .filter(Boolean),
      perAnswer: perAnswer === '' ? null : Number(perAnswer),
      answers: answers === '' ? null : Number(answers),
      common: Number(common),
      rubric: rubric === '' ? null : rubric,
      seed: Number(seed),
      ...(title.trim() === '' ? {} : { title: title.trim() }),
    });
    go(['ratings', id]);
  });
  return (
    <form
      class="sheet"
      onSubmit={(event) => {
        event.preventDefault();
        void make.run();
      }}
    >
      <SelectField
        label={t('Run')}
        value={run}
        choices={items.map((one) => ({
          value: String(one.run),
          name: t('{run}: {bank}, {answers} answers', {
            run: String(one.run),
            bank: one.bank,
            answers: count(one.answers),
          }),
        }))}
        onChange={setRun}
      />
      <TextField
        label={t('Raters')}
        required
        value={raters}
        onInput={setRaters}
        help={t('Names, separated by commas.')}
      />
      <TextField
        label={t('Raters of each answer')}
        type="number"
        min={1}
        max={100}
        value={perAnswer}
        onInput={setPerAnswer}
        help={t('Empty: two, or one if there is only one rater.')}
      />
      <TextField
        label={t('Answers that are drawn')}
        type="number"
        min={1}
        max={5000}
        value={answers}
        onInput={setAnswers}
        help={t('Empty: all.')}
      />
      <TextField
        label={t('Answers that all raters rate')}
        type="number"
        min={0}
        max={5000}
        required
        value={common}
        onInput={setCommon}
      />
      <SelectField
        label={t('Rubric')}
        value={rubric}
        choices={[
          { value: '', name: t('the one that the items name') },
          ...rubrics.map((name) => ({ value: name, name })),
        ]}
        onChange={setRubric}
      />
      <TextField
        label={t('Title that raters read')}
        value={title}
        onInput={setTitle}
        help={t('Do not name models here.')}
      />
      <TextField
        label={t('Seed')}
        type="number"
        min={0}
        required
        value={seed}
        onInput={setSeed}
        help={t('The same number draws the same answers.')}
      />
      <ProblemNote error={make.error} />
      <div class="actions">
        <button type="submit" class="primary" aria-disabled={make.busy}>
          {t('Make the panel')}
        </button>
      </div>
    </form>
  );
}
