import { useEffect } from 'preact/hooks';
import type { PersonReport, PersonTest } from '../../../api/person-tests.ts';
import { PageHead } from '../../part/page-head.tsx';
import { ProblemNote } from '../../part/problem-note.tsx';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';
import { ResultView } from './result-view.tsx';

/** The end: thanks, and the result where the person may see it. */
export function EndView({ test }: { test: PersonTest }) {
  const { session, feedback, timeOver, answered, length } = test;
  const path = `/v1/sessions/${encodeURIComponent(session)}/report`;
  const report = useResource<PersonReport>(feedback === 'result' ? path : null);
  useEffect(() => document.querySelector<HTMLElement>('h1')?.focus(), []);
  return (
    <>
      <PageHead
        title={timeOver ? t('The time is over') : t('The test has ended')}
        lead={t('Thank you. {answered} of {length} questions have an answer.', {
          answered,
          length,
        })}
      />
      {feedback === 'none' && (
        <p>{t('You can close this page. Whoever invited you has your answers.')}</p>
      )}
      <ProblemNote error={report.error} />
      {report.data !== null && <ResultView report={report.data} />}
    </>
  );
}
