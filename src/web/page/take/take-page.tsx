import { useEffect } from 'preact/hooks';
import type { PersonTest } from '../../../api/person-tests.ts';
import { messageOf } from '../../api/problem.ts';
import { PageHead } from '../../part/page-head.tsx';
import { useMe } from '../../state/me-context.ts';
import { t } from '../../words/t.ts';
import { ExamineePage } from '../sessions/examinee-page.tsx';
import { EndView } from './end-view.tsx';
import { QuestionPlaces } from './question-places.tsx';
import { QuestionView } from './question-view.tsx';
import { StartView } from './start-view.tsx';
import { TimeLeft } from './time-left.tsx';
import { type TakenTest, useTest } from './use-test.ts';

/** What the key of one session opens: the test of a person, or the progress of a program. */
export function TakePage() {
  const { session, person } = useMe();
  return session !== null && person ? <PersonTestPage session={session} /> : <ExamineePage />;
}

function PersonTestPage({ session }: { session: string }) {
  const taken = useTest(session);
  const { test, offline, error } = taken;
  return (
    <div class="take">
      {test === null ? (
        <PageHead title={t('Your test')} lead={error === null ? t('Loading your test …') : ''} />
      ) : (
        <Shown test={test} taken={taken} />
      )}
      <p role="status">
        {offline &&
          t(
            'No connection to the service. This page keeps trying; nothing that you have entered is lost.',
          )}
      </p>
      {error !== null && (
        <div class="note bad" role="alert">
          <p>{errorWords(error, test)}</p>
        </div>
      )}
    </div>
  );
}

/** What went wrong, for a person. A conflict means that the test is further than this page showed: mostly in a second tab. */
function errorWords(error: unknown, test: PersonTest | null): string {
  const isConflict = (error as { status?: number }).status === 409;
  if (!isConflict || test === null) return messageOf(error);
  return test.state === 'open'
    ? t(
        'That did not count: this test goes on in another tab or on another device. This page now shows where it is. Close the other one, and go on here.',
      )
    : t('That did not count: the test had been paused or had ended before.');
}

function Shown({ test, taken }: { test: PersonTest; taken: TakenTest }) {
  const { state, begun, question, answered, length, secondsLeft, breaks } = test;
  if (state !== 'open' && state !== 'paused') return <EndView test={test} />;
  if (!begun)
    return <StartView test={test} busy={taken.busy} onBegin={() => taken.change('begin')} />;
  return (
    <>
      <PageHead title={t('Your test')} lead="" />
      <div class="bar">
        <span class="number">{t('{answered} of {length} answered', { answered, length })}</span>
        {secondsLeft !== null && (
          <TimeLeft
            seconds={secondsLeft}
            toldAt={taken.toldAt}
            stands={state === 'paused'}
            onOver={() => taken.look()}
          />
        )}
        {state === 'open' && breaks === 'any' && (
          <button type="button" aria-disabled={taken.busy} onClick={() => taken.change('break')}>
            {t('Take a break')}
          </button>
        )}
      </div>
      <progress value={answered} max={length} aria-label={t('Answered questions')} />
      {state === 'paused' ? (
        <Paused test={test} busy={taken.busy} onContinue={() => taken.change('continue')} />
      ) : (
        question !== null && (
          <>
            <QuestionPlaces test={test} place={question.place} onGo={taken.look} />
            <QuestionView
              key={`${question.place}/${question.turns.length}`}
              test={test}
              question={question}
              taken={taken}
            />
          </>
        )
      )}
    </>
  );
}

function Paused({
  test: { onBreak, timeLimit },
  busy,
  onContinue,
}: {
  test: PersonTest;
  busy: boolean;
  onContinue: () => void;
}) {
  useEffect(() => document.querySelector<HTMLElement>('.take h2')?.focus(), []);
  return (
    <>
      <h2 tabIndex={-1}>{t('The test is paused')}</h2>
      <p>
        {!onBreak
          ? t('Whoever invited you has paused the test. This page goes on by itself.')
          : timeLimit === null
            ? t('Take your time. You may close this page; the same link leads back here.')
            : t(
                'Take your time: the clock stands still. You may close this page; the same link leads back here.',
              )}
      </p>
      {onBreak && (
        <button type="button" class="primary" aria-disabled={busy} onClick={onContinue}>
          {t('Continue the test')}
        </button>
      )}
    </>
  );
}
