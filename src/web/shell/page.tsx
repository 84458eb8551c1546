import type { ComponentType } from 'preact';
import { AnnotationPage } from '../page/annotations/annotation-page.tsx';
import { AnnotationsPage } from '../page/annotations/annotations-page.tsx';
import { BankPage } from '../page/banks/bank-page.tsx';
import { BanksPage } from '../page/banks/banks-page.tsx';
import { ItemPage } from '../page/banks/item-page.tsx';
import { CalibrationPage } from '../page/calibrations/calibration-page.tsx';
import { CalibrationsPage } from '../page/calibrations/calibrations-page.tsx';
import { JobsPage } from '../page/jobs/jobs-page.tsx';
import { NewJobPage } from '../page/jobs/new-job-page.tsx';
import { KeysPage } from '../page/keys/keys-page.tsx';
import { ComparePage } from '../page/leaderboards/compare-page.tsx';
import { LeaderboardPage } from '../page/leaderboards/leaderboard-page.tsx';
import { LeaderboardsPage } from '../page/leaderboards/leaderboards-page.tsx';
import { ExpertPage } from '../page/panels/expert-page.tsx';
import { LineagePage } from '../page/refreshes/lineage-page.tsx';
import { ReviewPage } from '../page/review/review-page.tsx';
import { InvitePage } from '../page/sessions/invite/invite-page.tsx';
import { NewSessionPage } from '../page/sessions/new-session-page.tsx';
import { SessionPage } from '../page/sessions/session-page.tsx';
import { SessionsPage } from '../page/sessions/sessions-page.tsx';
import { HomePage } from '../page/start/home-page.tsx';
import { StartPage } from '../page/start/start-page.tsx';
import { StudiesPage } from '../page/studies/studies-page.tsx';
import { StudyPage } from '../page/studies/study-page.tsx';
import { TakePage } from '../page/take/take-page.tsx';
import { WorkersPage } from '../page/workers/workers-page.tsx';
import { WritingPage } from '../page/writing/writing-page.tsx';
import { WritingPanelPage } from '../page/writing/writing-panel-page.tsx';
import { PageHead } from '../part/page-head.tsx';
import { Link } from '../router/link.tsx';
import type { matchPage, PageName } from '../router/match.ts';
import { useMe } from '../state/me-context.ts';
import { t, tr } from '../words/t.ts';

/** What every page is given: the parameters of its path, and the query. */
export interface PageProps {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

const COMPONENTS: Readonly<Record<PageName, ComponentType<PageProps>>> = {
  home: HomePage,
  start: StartPage,
  leaderboards: LeaderboardsPage,
  leaderboard: LeaderboardPage,
  compare: ComparePage,
  sessions: SessionsPage,
  newSession: NewSessionPage,
  invite: InvitePage,
  session: SessionPage,
  banks: BanksPage,
  bank: BankPage,
  review: ReviewPage,
  lineage: LineagePage,
  item: ItemPage,
  annotations: AnnotationsPage,
  annotation: AnnotationPage,
  calibrations: CalibrationsPage,
  calibration: CalibrationPage,
  jobs: JobsPage,
  newJob: NewJobPage,
  studies: StudiesPage,
  study: StudyPage,
  writing: WritingPage,
  writingPanel: WritingPanelPage,
  workers: WorkersPage,
  keys: KeysPage,
};

/** The page that a path names, or that there is none. A key for one session or panel sees that alone. */
export function Page({
  found,
  query,
}: {
  found: ReturnType<typeof matchPage>;
  query: Readonly<Record<string, string>>;
}) {
  const me = useMe();
  if (me.role === 'examinee') return <TakePage />;
  if (me.role === 'expert') return <ExpertPage />;
  if (found === null)
    return (
      <PageHead
        title={t('No such page')}
        lead={tr('No page has this address. Go to the <a>leaderboards</a>.', {
          a: (parts) => <Link to={['leaderboards']}>{parts}</Link>,
        })}
      />
    );
  const Shown = COMPONENTS[found.page];
  return <Shown params={found.params} query={query} />;
}
