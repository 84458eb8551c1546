import type { SessionSummary } from '../../../api/sessions.ts';
import { count, dollars, inPercent, interval, measured, points } from '../../format/number.ts';
import { duration, moment } from '../../format/time.ts';
import { Badge } from '../../part/badge.tsx';
import { type Fact, Facts } from '../../part/facts.tsx';
import { ServiceWords } from '../../part/service-words.tsx';
import { Link } from '../../router/link.tsx';
import { t, tr } from '../../words/t.ts';
import { boardFacts } from '../leaderboards/board-facts.ts';
import { personFacts } from './person-facts.ts';
import { goesOn, STATE_WORDS, scoredStanding, stateTone, strategyName } from './session-words.ts';

/** Where a session stands. Only its state and how many answers there are is read out when it changes. */
export function SessionFacts({ session }: { session: SessionSummary }) {
  const standing = scoredStanding(session);
  const running = goesOn(session);
  // Of all items nothing is predicted.
  const isExact = standing !== null && standing.low === standing.high;
  return (
    <>
      <p role="status">
        <Badge tone={stateTone(session.state)}>{t(STATE_WORDS[session.state])}</Badge>{' '}
        {tr(
          session.reason === null
            ? '{answered} of at most {length} answers'
            : '{answered} of at most {length} answers: {reason}',
          {
            answered: count(session.answered),
            length: count(session.length),
            reason: <ServiceWords text={session.reason ?? ''} />,
          },
        )}
      </p>
      <progress value={session.answered} max={session.length} aria-label={t('Answers so far')} />
      <Facts
        of={[
          {
            name: isExact ? t('Score, points') : t('Predicted score, points'),
            value: points(standing?.score),
            main: true,
          },
          {
            name: t('90% interval, recorded score'),
            value: isExact
              ? t('exact: all items are answered')
              : interval(standing?.low, standing?.high),
            main: true,
          },
          ...(standing?.expected == null
            ? []
            : [
                {
                  name: t('90% interval, expected score'),
                  value: interval(standing.expected.low, standing.expected.high),
                  main: true,
                },
              ]),
          {
            name: t('Ability ± standard error'),
            value: measured(standing?.ability, standing?.se),
            main: true,
          },
          { name: t('Right, of the items asked'), value: inPercent(session.standing?.shareRight) },
          { name: t('Expected right'), value: inPercent(standing?.shareExpected) },
          ...trustFacts(standing, session.person),
          ...(session.model === null ? [] : [costFact(session)]),
          ...(running
            ? [{ name: t('Time left at this pace'), value: duration(session.secondsLeft) }]
            : session.finishedAt === null
              ? []
              : [{ name: t('Ended'), value: moment(session.finishedAt) }]),
          { name: t('Bank'), value: <Link to={['banks', session.bank]}>{session.bank}</Link> },
          { name: t('Strategy'), value: strategyName(session.strategy) },
          ...boardFacts(session),
          {
            name: t('Asked by'),
            value:
              session.model === null
                ? t('the caller')
                : t('the service: {model}', { model: session.model }),
          },
          ...(session.pretest === undefined
            ? []
            : [{ name: t('Pretest items, which do not count'), value: count(session.pretest) }]),
          ...personFacts(session),
          { name: t('Items in flight'), value: count(session.lag) },
          { name: t('Seed'), value: `${session.seed}` },
          { name: t('Made||session'), value: moment(session.createdAt) },
          ...(session.expiresAt === null
            ? []
            : [{ name: t('Accepts answers until'), value: moment(session.expiresAt) }]),
          ...(session.note === '' ? [] : [{ name: t('Note'), value: session.note }]),
        ]}
      />
    </>
  );
}

/** How far the score of a robust test rests on its calibration, and what its random items say alone. */
function trustFacts(standing: SessionSummary['standing'], isPerson: boolean): Fact[] {
  const { misfit = null, ownRandom = null } = standing ?? {};
  if (misfit === null) return [];
  const described = {
    name: isPerson ? t('Calibration describes the person') : t('Calibration describes the model'),
    value: t('with a probability of {share}', { share: inPercent(100 * (1 - misfit)) }),
  };
  if (ownRandom === null) return [described];
  const { items, score, low, high } = ownRandom;
  const name = t('Score by the {items} random items alone', { items: count(items) });
  return [
    described,
    {
      name,
      value: t('{value} ({interval})', { value: points(score), interval: interval(low, high) }),
    },
  ];
}

/** What the answers of a model cost; an unknown cost is not shown as free. */
function costFact({ cost, budget }: SessionSummary): Fact {
  if (cost === null) return { name: t('Cost'), value: t('no price given') };
  if (budget === null) return { name: t('Cost'), value: dollars(cost) };
  return {
    name: t('Cost, of the budget'),
    value: t('{part} of {whole}', { part: dollars(cost), whole: dollars(budget) }),
  };
}
