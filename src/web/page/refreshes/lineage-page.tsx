import { useState } from 'preact/hooks';
import type { Job } from '../../../api/jobs.ts';
import type { CalibrationList, ListedCalibration } from '../../../api/refreshes.ts';
import { write } from '../../api/client.ts';
import { methodWords } from '../../format/calibration.ts';
import { count } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { Await } from '../../part/await.tsx';
import { ConfirmButton } from '../../part/confirm-button.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { ProblemNote } from '../../part/problem-note.tsx';
import { Link } from '../../router/link.tsx';
import { setQuery } from '../../router/use-place.ts';
import type { PageProps } from '../../shell/page.tsx';
import { mayAdminister, mayRun, useMe } from '../../state/me-context.ts';
import { useAction } from '../../state/use-action.ts';
import { useResource } from '../../state/use-resource.ts';
import { t, tr } from '../../words/t.ts';
import { RefreshSection } from './refresh-section.tsx';
import { STATE_WORDS } from './state-words.ts';

/** The method of refreshed calibrations. */
const REFRESH = 'refresh';

/** The calibrations of a bank: which one is in force, where they come from, and what a refresh would change. */
export function LineagePage({ params, query }: PageProps) {
  const { bank } = params;
  const me = useMe();
  const path = `/v1/banks/${encodeURIComponent(bank)}`;
  const list = useResource<CalibrationList>(
    `${path}/calibrations`,
    {},
    ({ type }) => type === 'calibration' || type === 'job',
  );
  const [said, setSaid] = useState('');
  const refresh = useAction(async () => {
    await write<Job>('POST', `${path}/refreshes`, {});
    setSaid(t('The refresh has started. Its proposal appears here when it is done; see Jobs.'));
  });
  const decide = async (url: string, body: object, words: string) => {
    await write('POST', url, body);
    setSaid(words);
    list.reload();
  };
  return (
    <>
      <PageHead
        title={t('Calibrations of {bank}', { bank })}
        lead={t(
          'Which item parameters are in force, where they come from, and what a refresh with new answers would change.',
        )}
        crumb={
          <>
            <Link to={['banks']}>{t('Banks')}</Link> / <Link to={['banks', bank]}>{bank}</Link>
          </>
        }
      >
        {mayRun(me) && list.data !== null && list.data.inForce !== null && (
          <button type="button" aria-disabled={refresh.busy} onClick={() => void refresh.run()}>
            {t('Refresh with new answers')}
          </button>
        )}
      </PageHead>
      <ProblemNote error={refresh.error} />
      <p role="status" class={said === '' ? 'hidden' : 'note'}>
        {said}
      </p>
      <Await of={list} what={t('the calibrations')}>
        {(data) => {
          const shown = shownOf(data, query.calibration);
          return (
            <>
              <InForce
                bank={bank}
                data={data}
                mayDecide={mayAdminister(me)}
                rollBack={(calibration) =>
                  decide(
                    `${path}/calibrations/rollback`,
                    { calibration },
                    t('Calibration {id} is rolled back.', { id: `${calibration}` }),
                  )
                }
              />
              <section aria-labelledby="lineage">
                <h2 id="lineage">{t('Kept calibrations')}</h2>
                <LineageTable
                  data={data}
                  mayDecide={mayAdminister(me)}
                  shown={shown}
                  accept={({ id, state }) =>
                    decide(
                      `${path}/calibrations/${id}/accept`,
                      // What is not offered as a refresh of the one in force was confirmed as that.
                      {
                        force: state === 'outdated' || state === 'rolled back',
                        inForce: data.inForce,
                      },
                      t('Calibration {id} is in force.', { id: `${id}` }),
                    )
                  }
                />
              </section>
              {shown !== null && <RefreshSection key={shown} bank={bank} calibration={shown} />}
              <DecisionTable log={data.log} />
            </>
          );
        }}
      </Await>
    </>
  );
}

/** The refresh whose changes are shown: as chosen, else the newest proposal. */
function shownOf({ items }: CalibrationList, chosen: string | undefined): number | null {
  const refreshes = items.filter(({ method }) => method === REFRESH);
  const found =
    refreshes.find(({ id }) => `${id}` === chosen) ??
    refreshes.find(({ state }) => state === 'proposal');
  return found?.id ?? null;
}

function InForce({
  bank,
  data: { inForce, items },
  mayDecide,
  rollBack,
}: {
  bank: string;
  data: CalibrationList;
  mayDecide: boolean;
  rollBack: (calibration: number) => Promise<void>;
}) {
  if (items.length === 0)
    return (
      <p class="note">
        {tr('This bank has no kept calibrations yet. Make one: <a>import or calibrate</a>', {
          a: (parts) => (
            <Link to={['jobs', 'new']} query={{ bank }}>
              {parts}
            </Link>
          ),
        })}
      </p>
    );
  if (inForce === null)
    return (
      <p class="note">
        {t(
          'No calibration is in force. Accept one, so that tests can name it as the current one and refreshes begin from it.',
        )}
      </p>
    );
  const entry = items.find(({ id }) => id === inForce)?.accepted;
  const before = items.find(({ state }) => state === 'replaced');
  return (
    <div class="in-force">
      <p>
        {tr(
          entry == null
            ? '<b>Calibration {id} is in force</b>'
            : '<b>Calibration {id} is in force</b><faint>, accepted {at} by {by}</faint>',
          {
            id: `${inForce}`,
            at: moment(entry?.at),
            by: entry?.by ?? '',
            b: (parts) => <strong>{parts}</strong>,
            faint: (parts) => <span class="faint">{parts}</span>,
          },
        )}
      </p>
      {mayDecide && (
        <ConfirmButton
          name={t('Roll back')}
          question={t('Roll back calibration {id}?', { id: `${inForce}` })}
          danger
          act={() => rollBack(inForce)}
        >
          {before === undefined
            ? t(
                'No calibration is in force after that. Nothing is deleted; it can be accepted again.',
              )
            : t(
                'The calibration that was in force before is in force again, with every number as it was. Nothing is deleted.',
              )}
        </ConfirmButton>
      )}
    </div>
  );
}

function LineageTable({
  data: { items },
  mayDecide,
  shown,
  accept,
}: {
  data: CalibrationList;
  mayDecide: boolean;
  shown: number | null;
  accept: (one: ListedCalibration) => Promise<void>;
}) {
  return (
    <DataTable
      caption={t('Kept calibrations, newest first')}
      layout="stacked"
      rows={items}
      keyOf={({ id }) => id}
      empty={t('None.')}
      chosen={({ id }) => id === shown}
      columns={[
        {
          name: t('Calibration'),
          namesRow: true,
          cell: ({ id }) => <Link to={['calibrations', `${id}`]}>{`${id}`}</Link>,
        },
        { name: t('State'), cell: ({ state }) => t(STATE_WORDS[state]) },
        { name: t('Method'), cell: ({ method }) => methodWords(method) },
        { name: t('Refreshes'), cell: ({ parent }) => parent ?? '–' },
        { name: t('Models'), kind: 'number', cell: ({ examinees }) => count(examinees) },
        { name: t('Items'), kind: 'number', cell: ({ items: n }) => count(n) },
        { name: t('Made'), cell: ({ createdAt }) => moment(createdAt) },
        {
          name: <span class="hidden">{t('Actions')}</span>,
          cell: (one) => (
            <div class="actions">
              {one.method === REFRESH && one.id !== shown && (
                <button
                  type="button"
                  aria-label={t('Show the changes of calibration {id}', { id: one.id })}
                  onClick={() => setQuery({ calibration: `${one.id}` })}
                >
                  {t('Show changes')}
                </button>
              )}
              {mayDecide && one.state !== 'in force' && (
                <ConfirmButton
                  name={t('Accept')}
                  question={t('Accept calibration {id}?', { id: one.id })}
                  act={() => accept(one)}
                >
                  {one.state === 'outdated'
                    ? t(
                        'It refreshes calibration {parent}, which is not the one in force. Tests that name the current calibration use it from now on.',
                        { parent: `${one.parent}` },
                      )
                    : t(
                        'Tests that name the current calibration use it from now on. Finished tests do not change, and it can be rolled back.',
                      )}
                </ConfirmButton>
              )}
            </div>
          ),
        },
      ]}
    />
  );
}

function DecisionTable({ log }: { log: CalibrationList['log'] }) {
  return (
    <section aria-labelledby="decisions">
      <h2 id="decisions">{t('Decisions')}</h2>
      <DataTable
        caption={t('Acceptances and rollbacks, newest first')}
        layout="stacked"
        rows={log}
        keyOf={({ number }) => number}
        empty={t('Nothing was decided yet.')}
        columns={[
          {
            name: t('Decision'),
            namesRow: true,
            cell: ({ decision, calibration }) =>
              decision === 'accept'
                ? t('calibration {calibration} accepted', { calibration })
                : t('calibration {calibration} rolled back', { calibration }),
          },
          { name: t('By'), cell: ({ by }) => by },
          { name: t('When'), cell: ({ at }) => moment(at) },
          { name: t('Note'), cell: ({ note }) => note },
        ]}
      />
    </section>
  );
}
