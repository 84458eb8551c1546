import type { CalibrationDetail } from '../../../api/banks.ts';
import { methodWords, modelName } from '../../format/calibration.ts';
import { count } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { Await } from '../../part/await.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { DownloadButton } from '../../part/download-button.tsx';
import { Facts } from '../../part/facts.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { ServiceWords } from '../../part/service-words.tsx';
import { Link } from '../../router/link.tsx';
import type { PageProps } from '../../shell/page.tsx';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';
import { CalibrationUse } from './calibration-use.tsx';
import { fitName, fitValue } from './fit-words.ts';
import { ParameterCharts } from './parameter-charts.tsx';
import { ParticipantTable } from './participant-table.tsx';
import { PersuasionTable } from './persuasion-table.tsx';

/** One kept calibration: how it was made, how well answers follow it, and how its parameters are spread. */
export function CalibrationPage({ params }: PageProps) {
  const path = `/v1/calibrations/${encodeURIComponent(params.id)}`;
  const calibration = useResource<CalibrationDetail>(path);
  return (
    <>
      <PageHead
        title={t('Calibration {id}', { id: params.id })}
        lead={t('How the item parameters were estimated, and how far they can be trusted.')}
        crumb={<Link to={['calibrations']}>{t('Calibrations')}</Link>}
      >
        <DownloadButton name={t('Save the parameters as CSV')} path={`${path}/parameters.csv`} />
      </PageHead>
      <Await of={calibration} what={t('the calibration')}>
        {(data) => (
          <>
            <Facts
              of={[
                { name: t('Bank'), value: <Link to={['banks', data.bank]}>{data.bank}</Link> },
                { name: t('Version of the bank'), value: data.bankVersion },
                { name: t('Response model'), value: modelName(data.model) ?? t('not kept') },
                { name: t('Method'), value: methodWords(data.method) },
                { name: t('Items'), value: count(data.items) },
                { name: t('Models it was made from'), value: count(data.examinees) },
                {
                  name: t('Continues'),
                  value:
                    data.parent === null ? (
                      t('none')
                    ) : (
                      <Link to={['calibrations', `${data.parent}`]}>
                        {t('Calibration {id}', { id: `${data.parent}` })}
                      </Link>
                    ),
                },
                { name: t('Created'), value: moment(data.createdAt) },
              ]}
            />
            <p>
              <Link to={['banks', data.bank]} query={{ calibration: params.id }}>
                {t('Items with these parameters')}
              </Link>
            </p>
            {data.warnings.length > 0 && (
              <div class="note warn">
                {data.warnings.map((warning) => (
                  <p key={warning}>
                    <ServiceWords text={warning} />
                  </p>
                ))}
              </div>
            )}
            <CalibrationUse {...data} />
            <h2>{t('Fit')}</h2>
            <DataTable
              caption={t('Fit')}
              rows={data.fit}
              keyOf={({ name }) => name}
              empty={t('The fit of this calibration was not kept.')}
              columns={[
                { name: t('Measure'), cell: ({ name }) => fitName(name) },
                { name: t('Value'), kind: 'number', cell: fitValue },
                { name: t('Meaning'), cell: ({ meaning }) => <ServiceWords text={meaning} /> },
              ]}
            />
            <ParameterCharts distributions={data.distributions} />
            {data.participants !== null && <ParticipantTable participants={data.participants} />}
            {data.persuasion !== null && <PersuasionTable persuasion={data.persuasion} />}
            {data.names.length > 0 && (
              <details>
                <summary>{t('Models it was made from')}</summary>
                <ul>
                  {data.names.map((name) => (
                    <li key={name}>{name}</li>
                  ))}
                </ul>
              </details>
            )}
            <details>
              <summary>{t('Options')}</summary>
              <pre>{JSON.stringify(data.options, null, 2)}</pre>
            </details>
          </>
        )}
      </Await>
    </>
  );
}
