import type { Study } from '../../../api/jobs.ts';
import { moment } from '../../format/time.ts';
import { Await } from '../../part/await.tsx';
import { Badge } from '../../part/badge.tsx';
import { DownloadButton } from '../../part/download-button.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { Link } from '../../router/link.tsx';
import type { PageProps } from '../../shell/page.tsx';
import { useResource } from '../../state/use-resource.ts';
import { StudyPlot } from './study-plot.tsx';
import { StudyTable } from './study-table.tsx';

/** One study: its answer first, then the plots, then the table. */
export function StudyPage({ params }: PageProps) {
  const { name } = params;
  const path = `/v1/studies/${encodeURIComponent(name)}`;
  const study = useResource<Study>(path, {}, ({ type }) => type === 'job');
  return (
    <>
      <PageHead
        title={study.data?.title ?? name}
        lead="Results of simulated tests of examinees of known ability. Bands show the uncertainty of the simulation."
        crumb={<Link to={['studies']}>Studies</Link>}
      >
        <DownloadButton name="Save the report" path={`${path}/report`} file={`${name}.html`} />
      </PageHead>
      <Await of={study} what="the study">
        {(data) => (
          <>
            <p class="faint">
              {data.kind}, {data.cells} cells of {data.replications} replications, changed{' '}
              {moment(data.changedAt)} {!data.finished && <Badge tone="warn">not finished</Badge>}
            </p>
            {data.answer.length > 0 && (
              <div class="note">
                {data.answer.map((sentence) => (
                  <p key={sentence}>{sentence}</p>
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
