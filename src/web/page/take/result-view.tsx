import type { PersonReport } from '../../../api/person-tests.ts';
import { ability, count, points } from '../../format/number.ts';
import { type Text, t } from '../../words/t.ts';
import { PlacePlot } from './place-plot.tsx';

/** With fewer answers there is no score. */
const LEAST_ANSWERS = 10;
/** Half the width of a 90% interval in standard errors. */
const NORMAL_90 = 1.645;

/** The result of a person in plain words. */
export function ResultView({ report }: { report: PersonReport }) {
  const { standing, few, models, people } = report;
  if (few !== null) return <p>{fewWords(few)}</p>;
  if (standing === null)
    return <p>{t('There is no result, because no question has an answer.')}</p>;
  const { score, verified } = standing;
  const { low, high } = standing.expected;
  const { guessing } = report;
  return (
    <>
      <h2>{t('Your score')}</h2>
      <p>
        {points(low) === points(high)
          ? t('On all questions of this question bank you would have about {score} of 100 right.', {
              score: points(score),
            })
          : t(scoreWords(standing), {
              score: points(score),
              low: points(low),
              high: points(high),
            })}{' '}
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
                'The interval of the score follows from the random draw of the questions. It assumes nothing about who answers.',
              )
            : t('No confidence can be stated for this score.')}
        </li>
      </ul>
    </>
  );
}

/** What the score is, with the confidence only where it is known. */
function scoreWords({ verified, unverified }: NonNullable<PersonReport['standing']>): Text {
  if (verified)
    return 'On all questions of this question bank you would have about {score} of 100 right. With 90% confidence it is between {low} and {high}.';
  if (unverified === 'awaited')
    return 'On all questions of this question bank you would have about {score} of 100 right, with a range from {low} to {high}. You left out questions before the last one that you answered. If those were hard for you, the score is too high.';
  return unverified === 'part-of-bank'
    ? 'Of the questions of this question bank that could be asked, you would have about {score} of 100 right, with a range from {low} to {high}. The others are not part of this score.'
    : 'On all questions of this question bank you would have about {score} of 100 right. The test gives a range from {low} to {high}, but such ranges hold for language models and are often too narrow for people.';
}

function fewWords({ answers, right }: NonNullable<PersonReport['few']>): string {
  return t(
    'Your number of right answers: {right} of {n}. These are too few answers to tell a score: a score, and a place on leaderboards, needs at least {least}.',
    { right: count(right), n: answers, least: LEAST_ANSWERS },
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
          'Of {n} other people who took such tests of this bank, about {at}% have a lower score.',
          values,
        );
  return who === 'models'
    ? t(
        'Of {n} recorded language models, about {at}% have a lower score. Because your score is not exact, the share is between {low}% and {high}%.',
        values,
      )
    : t(
        'Of {n} other people who took such tests of this bank, about {at}% have a lower score. Because your score is not exact, the share is between {low}% and {high}%. Their scores are not exact either.',
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
            'Your ability is about {value}, on the scale of the calibration of this bank. If questions were as hard for you as for language models, it would be between {low} and {high}; that was not checked.',
            values,
          )
        : t(
            'Your ability is about {value}. If questions were as hard for you as for language models, it would be between {low} and {high}; that was not checked. The scale has 0 at the average of the recorded language models; most of them lie between −2 and 2.',
            values,
          )}
    </p>
  );
}
