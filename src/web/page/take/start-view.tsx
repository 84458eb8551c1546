import type { PersonTest } from '../../../api/person-tests.ts';
import { PageHead } from '../../part/page-head.tsx';
import { t } from '../../words/t.ts';

/** What awaits the person: said before the clock runs. */
export function StartView({
  test,
  busy,
  onBegin,
}: {
  test: PersonTest;
  busy: boolean;
  onBegin: () => void;
}) {
  const { form, length, timeLimit, breaks, feedback } = test;
  return (
    <>
      <PageHead
        title={t('Your test')}
        lead={t('Hello {name}. You have been invited to answer questions. Read this first.', {
          name: test.examinee,
        })}
      />
      <ul class="rules">
        <li>
          {form === 'fixed'
            ? t('The test has {n, plural, one {# question} other {# questions}}.', { n: length })
            : t(
                'The test has at most {n, plural, one {# question} other {# questions}}. Each is chosen by your answers so far: some will be hard for you, and that is intended.',
                { n: length },
              )}
        </li>
        <li>
          {timeLimit === null
            ? t('There is no time limit.')
            : t('You have {n, plural, one {# minute} other {# minutes}} from the beginning.', {
                n: timeLimit,
              })}{' '}
          {timeLimit !== null &&
            t(
              'When the time is over, the test ends. Answers that you have confirmed count; questions without an answer do not count as wrong.',
            )}
        </li>
        <li>
          {breaks === 'none'
            ? t('There are no breaks: the clock runs on, also while this page is closed.')
            : timeLimit === null
              ? t('You may take breaks, and close this page: the same link leads back here.')
              : t(
                  'You may take breaks by the button "Take a break": the clock then stands still. If you only close this page, it runs on.',
                )}
        </li>
        <li>
          {form === 'fixed'
            ? t(
                'You may skip questions and come back to them. An answer that you have confirmed is final.',
              )
            : t('An answer that you have confirmed is final: the next question depends on it.')}
        </li>
        <li>
          {t(
            'The questions are confidential: do not copy them, pass them on, or enter them anywhere else.',
          )}
        </li>
        <li>
          {feedback === 'result'
            ? t('At the end you see your result.')
            : t('You see no result at the end; whoever invited you does.')}
        </li>
        <li>
          {t(
            'With a keyboard: letters or digits choose an option, Enter confirms. Single keys can be switched off in the help (key ?).',
          )}
        </li>
      </ul>
      <div class="actions">
        <button type="button" class="primary" aria-disabled={busy} onClick={onBegin}>
          {t('Begin the test')}
        </button>
      </div>
    </>
  );
}
