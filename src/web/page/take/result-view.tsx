import type { PersonReport } from '../../../api/person-tests.ts';
import { ability, count, points } from '../../format/number.ts';
import { t } from '../../words/t.ts';
import { PlacePlot } from './place-plot.tsx';

/** Half the width of a 90% interval in standard errors. */
const NORMAL_90 = 1.645;

/** The result of a person in plain words. */
export function ResultView({ report }: { report: PersonReport }) {
  const { standing, models, people } = report;
  if (standing === null)
    return <p>{t('There is no result, because no question has an answer.')}</p>;
  const { score, verified } = standing;
  const { low, high } = standing.expected ?? standing;
  const { leastAnswers, guessing } = report;
  return (
    <>
      <h2>{t('Your score')}</h2>
      <p>
        {points(low) === points(high)
          ? t('On all questions of this question bank you would have about {score} of 100 right.', {
              score: points(score),
            })
          : t(
              'On all questions of this question bank you would have about {score} of 100 right. With 90% confidence it is between {low} and {high}.',
              { score: points(score), low: points(low), high: points(high) },
            )}{' '}
        {standing.expected !== null &&
          t(
            'That is the interval of the expected score: it includes the chance in your answers, since another time you could answer the same questions differently.',
          )}
      </p>
      {guessing !== null && score < guessing && (
        <p class="note">
          {t(
            'Guessing would give about {guessing} of 100. Your score is below that, so this result says little.',
            { guessing: points(guessing) },
          )}
        </p>
      )}
      {leastAnswers !== null && (
        <p class="note">
          {t(
            'The test ended early, with {n, plural, one {# answer} other {# answers}}. It is on no leaderboard: that needs at least {least}.',
            { n: standing.answers, least: leastAnswers },
          )}
        </p>
      )}
      {models !== null && (
        <PlacePlot
          {...{ score, low, high }}
          models={report.scores.models}
          people={report.scores.people}
        />
      )}
      {models !== null && <p>{amongWords('models', models)}</p>}
      {people !== null && <p>{amongWords('people', people)}</p>}
      <h2>{t('Your ability')}</h2>
      <AbilityWords standing={standing} isKept={report.session.calibration !== null} />
      <h2>{t('What these numbers do not say')}</h2>
      <ul class="rules">
        <li>
          {t(
            'They are about the questions of this bank and nothing else: not about intelligence, a profession, or other subjects.',
          )}
        </li>
        <li>
          {t(
            'You answered {n, plural, one {# question} other {# questions}}. Another test on another day would probably give another number.',
            { n: standing.answers },
          )}
        </li>
        <li>
          {t(
            'The difficulty of the questions was learned from language models. What is hard for them can be easy for people, and the other way round.',
          )}
        </li>
        <li>
          {verified
            ? t(
                'Intervals of this kind were checked on language models that were left out, and not on people.',
              )
            : t(
                'This interval was not checked on anybody: it follows from the response model alone and may be too narrow.',
              )}
        </li>
      </ul>
    </>
  );
}

/** A percentile with its interval, never alone. */
function amongWords(
  who: 'models' | 'people',
  { count: n, at, low, high }: NonNullable<PersonReport['models']>,
): string {
  const values = { n, at: count(at), low: count(low), high: count(high) };
  if (values.low === values.high)
    return who === 'models'
      ? t('Of {n} recorded language models, about {at}% have a lower score.', values)
      : t(
          'Of {n} other people who took tests of this bank, about {at}% have a lower score.',
          values,
        );
  return who === 'models'
    ? t(
        'Of {n} recorded language models, about {at}% have a lower score. Because your score is not exact, the share is between {low}% and {high}%.',
        values,
      )
    : t(
        'Of {n} other people who took tests of this bank, about {at}% have a lower score. Because your score is not exact, the share is between {low}% and {high}%.',
        values,
      );
}

/** @param isKept whether the scale is that of a kept calibration, whose zero can be anywhere */
function AbilityWords({
  standing,
  isKept,
}: {
  standing: NonNullable<PersonReport['standing']>;
  isKept: boolean;
}) {
  const { ability: value, se, atBound } = standing;
  if (value === null) return <p>{t('This kind of test gives a score and no ability.')}</p>;
  if (atBound !== null || se === null)
    return (
      <p>
        {atBound === 'lowest'
          ? t('Your answers fit the lowest ability that can be measured; it may be lower still.')
          : t('Your answers fit the highest ability that can be measured; it may be higher still.')}
      </p>
    );
  const values = {
    value: ability(value),
    low: ability(value - NORMAL_90 * se),
    high: ability(value + NORMAL_90 * se),
  };
  return (
    <p>
      {isKept
        ? t(
            'Your ability is about {value}, and with 90% confidence between {low} and {high}, on the scale of the calibration of this bank.',
            values,
          )
        : t(
            'Your ability is about {value}, and with 90% confidence between {low} and {high}. The scale has 0 at the average of the recorded language models; most of them lie between −2 and 2.',
            values,
          )}
    </p>
  );
}
