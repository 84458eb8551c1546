import { useState } from 'preact/hooks';
import type { BankHumansReply, ShownBaseline } from '../../../api/humans.ts';
import type { ScoreTarget } from '../../../cat/robust/score-prediction.ts';
import { wordsOf } from '../../../tag-words.ts';
import { count, fixed, interval, points } from '../../format/number.ts';
import { Facts } from '../../part/facts.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';
import { PeopleGaps } from './people-gaps.tsx';
import { PeopleLevels } from './people-levels.tsx';
import { PeopleStrata } from './people-strata.tsx';

/** What people score on a bank, overall and by tag, and a recorded model beside them. Nothing for a bank without human figures. */
export function PeopleSection({ bank }: { bank: string }) {
  const [model, setModel] = useState('');
  const [target, setTarget] = useState<ScoreTarget>('expected');
  const [chosen, setChosen] = useState('');
  const { data } = useResource<BankHumansReply>(
    `/v1/banks/${encodeURIComponent(bank)}/humans`,
    model === '' ? {} : { model },
    ({ type }) => type === 'job',
  );
  if (data === null || data.baseline === null) return null;
  const { baseline, recordedModels, tagWords } = data;
  const { strata } = baseline;
  const names = strata.map(({ tags }) => tags.join('+'));
  const own = strata[Math.max(0, names.indexOf(chosen))];
  const compared = baseline.models[0];
  return (
    <section aria-labelledby="people">
      <h2 id="people">{t('People')}</h2>
      <p class="faint">
        {baseline.weights === 'respondents'
          ? t(
              'How many of the people who answered were right, as it was imported with the questions. Questions count by their number of respondents.',
            )
          : t(
              'How many of the people who answered were right, as it was imported with the questions. All questions count alike.',
            )}
      </p>
      <Facts of={factsOf(baseline, target)} />
      <div class="filters">
        <SelectField
          label={t('Intervals of people')}
          value={target}
          choices={[
            { value: 'expected', name: t('for questions like these') },
            { value: 'recorded', name: t('for these questions') },
          ]}
          onChange={(value) => setTarget(value as ScoreTarget)}
        />
        {strata.length > 1 && (
          <SelectField
            label={t('Divide questions by')}
            value={names[Math.max(0, names.indexOf(chosen))]}
            choices={strata.map(({ tags }, k) => ({
              value: names[k],
              name: tags.map((tag) => wordsOf(tagWords, tag, []).name).join(' + '),
            }))}
            onChange={setChosen}
          />
        )}
        {recordedModels.length > 0 && (
          <SelectField
            label={t('Model beside people')}
            value={model}
            choices={[
              { value: '', name: t('none||model') },
              ...recordedModels.map((name) => ({ value: name, name })),
            ]}
            onChange={setModel}
          />
        )}
      </div>
      <PeopleStrata
        overall={baseline.overall}
        strata={own ?? null}
        words={tagWords}
        target={target}
        model={compared}
      />
      {compared !== undefined && (
        <PeopleGaps
          overall={baseline.overall}
          strata={own ?? null}
          words={tagWords}
          target={target}
          model={compared}
        />
      )}
      <p class="faint">
        {target === 'expected'
          ? t(
              'The 90% interval is for questions like these: questions differ, and people err by chance.',
            )
          : t(
              'The 90% interval is for these questions: only the chance of the people counts.',
            )}{' '}
        {t(
          'It takes answers to different questions to be of different people. If the same people answered many of them, it is too narrow.',
        )}{' '}
        {baseline.clusters !== null &&
          t(
            '{items, plural, one {# question hangs} other {# questions hang}} together with others (a case, a shared text), in {groups, plural, one {# group} other {# groups}}. For questions like these, each group counts as one draw.',
            { items: baseline.clusters.items, groups: baseline.clusters.count },
          )}
      </p>
      <AlikeHard of={baseline.alikeHard} />
      <PeopleLevels levels={baseline.levels} model={compared} />
    </section>
  );
}

function factsOf({ overall, of, perItem }: ShownBaseline, target: ScoreTarget) {
  const own = overall[target];
  return [
    { name: t('Accuracy of people'), value: points(overall.accuracy), main: true },
    {
      name: t('90% interval of people'),
      value: own === null ? '–' : interval(own.low, own.high),
      main: true,
    },
    {
      name: t('Questions with human figures'),
      value: t('{n} of {all}', { n: count(overall.items), all: count(of) }),
    },
    ...(overall.respondents === null
      ? []
      : [{ name: t('Answers of people'), value: count(overall.respondents) }]),
    ...(perItem === null
      ? []
      : [{ name: t('Respondents of the median question'), value: count(perItem.median) }]),
    ...(overall.unweighted > 0
      ? [{ name: t('Left out: respondents not known'), value: count(overall.unweighted) }]
      : []),
  ];
}

/** Whether the same questions are hard for people and models. */
function AlikeHard({ of: { sharesRight, difficulties } }: { of: ShownBaseline['alikeHard'] }) {
  const said = (own: NonNullable<typeof sharesRight>) => ({
    rho: fixed(own.rho, 2),
    ends: own.low === null ? '–' : interval(own.low, own.high, (value) => fixed(value, 2)),
    n: own.items,
  });
  return (
    <>
      {sharesRight !== null && (
        <p>
          {t(
            'Questions that are hard for people and for the recorded models: rank correlation {rho} (90% interval {ends}) over {n, plural, one {# question} other {# questions}}.',
            said(sharesRight),
          )}
        </p>
      )}
      {difficulties !== null && (
        <p>
          {t(
            'Share of people who are wrong, and the calibrated difficulty: rank correlation {rho} (90% interval {ends}) over {n, plural, one {# question} other {# questions}}.',
            said(difficulties),
          )}
        </p>
      )}
    </>
  );
}
