import type { Study } from '../../../api/jobs.ts';
import { count } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { Await } from '../../part/await.tsx';
import { Badge } from '../../part/badge.tsx';
import { DownloadButton } from '../../part/download-button.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { ServiceWords } from '../../part/service-words.tsx';
import { Link } from '../../router/link.tsx';
import type { PageProps } from '../../shell/page.tsx';
import { useResource } from '../../state/use-resource.ts';
import { t, toldAgain } from '../../words/t.ts';
import { StudyPlot } from './study-plot.tsx';
import { StudyTable } from './study-table.tsx';
import { studyKindName } from './study-words.ts';

/** One study: its answer first, then the plots, then the table. */
export function StudyPage({ params }: PageProps) {
  const { name } = params;
  const path = `/v1/studies/${encodeURIComponent(name)}`;
  const study = useResource<Study>(path, {}, ({ type }) => type === 'job');
  return (
    <>
      <PageHead
        title={study.data === null ? name : (toldAgain(study.data.title) ?? study.data.title)}
        lead={t(
          'Results of simulated tests of examinees of known ability. Bands show the uncertainty of the simulation.',
        )}
        crumb={<Link to={['studies']}>{t('Studies')}</Link>}
      >
        <DownloadButton name={t('Save the report')} path={`${path}/report`} file={`${name}.html`} />
      </PageHead>
      <Await of={study} what={t('the study')}>
        {(data) => (
          <>
            <p class="faint">
              {t('{kind}, {cells} cells of {replications} replications, changed {at}', {
                kind: studyKindName(data.kind),
                cells: count(data.cells),
                replications: count(data.replications),
                at: moment(data.changedAt),
              })}{' '}
              {!data.finished && <Badge tone="warn">{t('not finished')}</Badge>}
            </p>
            {data.answer.length > 0 && (
              <div class="note">
                {data.answer.map((sentence) => (
                  <p key={sentence}>
                    <ServiceWords text={sentence} />
                  </p>
                ))}
              </div>
            )}
            <div class="charts">
              {data.plots.map((plot) => (
                <StudyPlot key={plot.title} plot={plot} />
              ))}
            </div>
            <StudyTable study={data} />
          </>
        )}
      </Await>
    </>
  );
}
