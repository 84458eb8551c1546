import type { SessionSummary } from '../../../api/sessions.ts';
import { count, dollars, inPercent, interval, measured, points } from '../../format/number.ts';
import { duration, moment } from '../../format/time.ts';
import { Badge } from '../../part/badge.tsx';
import { type Fact, Facts } from '../../part/facts.tsx';
import { Link } from '../../router/link.tsx';
import { boardFacts } from '../leaderboards/board-facts.ts';
import { personFacts } from './person-facts.ts';
import { goesOn, STATE_WORDS, stateTone } from './session-words.ts';

/** Where a session stands. Only its state and how many answers there are is read out when it changes. */
export function SessionFacts({ session }: { session: SessionSummary }) {
  const { standing } = session;
  const running = goesOn(session);
  // Of all items nothing is predicted.
  const isExact = standing !== null && standing.low === standing.high;
  return (
    <>
      <p role="status">
        <Badge tone={stateTone(session.state)}>{STATE_WORDS[session.state]}</Badge>{' '}
        {count(session.answered)} of at most {count(session.length)} answers
        {session.reason !== null && `: ${session.reason}`}
      </p>
      <progress value={session.answered} max={session.length} aria-label="Answers so far" />
      <Facts
        of={[
          {
            name: isExact ? 'Score, points' : 'Predicted score, points',
            value: points(standing?.score),
            main: true,
          },
          {
            name: '90% interval, recorded score',
            value: isExact
              ? 'exact: all items are answered'
              : interval(standing?.low, standing?.high),
            main: true,
          },
          ...(standing?.expected == null
            ? []
            : [
                {
                  name: '90% interval, expected score',
                  value: interval(standing.expected.low, standing.expected.high),
                  main: true,
                },
              ]),
          {
            name: 'Ability ± standard error',
            value: measured(standing?.ability, standing?.se),
            main: true,
          },
          { name: 'Right, of the items asked', value: inPercent(standing?.shareRight) },
          { name: 'Expected right', value: inPercent(standing?.shareExpected) },
          ...trustFacts(standing),
          ...(session.model === null ? [] : [costFact(session)]),
          ...(running
            ? [{ name: 'Time left at this pace', value: duration(session.secondsLeft) }]
            : session.finishedAt === null
              ? []
              : [{ name: 'Ended', value: moment(session.finishedAt) }]),
          { name: 'Bank', value: <Link to={['banks', session.bank]}>{session.bank}</Link> },
          { name: 'Strategy', value: session.strategy },
          ...boardFacts(session),
          {
            name: 'Asked by',
            value: session.model === null ? 'the caller' : `the service: ${session.model}`,
          },
          ...(session.pretest === undefined
            ? []
            : [{ name: 'Pretest items, which do not count', value: count(session.pretest) }]),
          ...personFacts(session),
          { name: 'Items in flight', value: count(session.lag) },
          { name: 'Seed', value: `${session.seed}` },
          { name: 'Started', value: moment(session.createdAt) },
          ...(session.expiresAt === null
            ? []
            : [{ name: 'Accepts answers until', value: moment(session.expiresAt) }]),
          ...(session.note === '' ? [] : [{ name: 'Note', value: session.note }]),
        ]}
      />
    </>
  );
}

/** How far the score of a robust test rests on its calibration, and what its random items say alone. */
function trustFacts(standing: SessionSummary['standing']): Fact[] {
  const { doubt = null, ownRandom = null } = standing ?? {};
  if (doubt === null) return [];
  const described = {
    name: 'Calibration describes the model',
    value: `with a probability of ${inPercent(100 * (1 - doubt))}`,
  };
  if (ownRandom === null) return [described];
  const { items, score, low, high } = ownRandom;
  const name = `Score by the ${count(items)} random items alone`;
  return [described, { name, value: `${points(score)} (${interval(low, high)})` }];
}

/** What the answers of a model cost; an unknown cost is not shown as free. */
function costFact({ cost, budget }: SessionSummary): Fact {
  if (cost === null) return { name: 'Cost', value: 'no price given' };
  if (budget === null) return { name: 'Cost', value: dollars(cost) };
  return { name: 'Cost, of the budget', value: `${dollars(cost)} of ${dollars(budget)}` };
}
