import type { ComponentType } from 'preact';
import { BanksPage } from '../page/banks/banks-page.tsx';
import { LeaderboardPage } from '../page/leaderboards/leaderboard-page.tsx';
import { LeaderboardsPage } from '../page/leaderboards/leaderboards-page.tsx';
import { SessionsPage } from '../page/sessions/sessions-page.tsx';
import { HomePage } from '../page/start/home-page.tsx';
import { StartPage } from '../page/start/start-page.tsx';
import { later } from '../part/later.tsx';
import { PageHead } from '../part/page-head.tsx';
import { Link } from '../router/link.tsx';
import type { matchPage, PageName } from '../router/match.ts';
import { t, tr } from '../words/t.ts';
import type { PageProps } from './page.tsx';

// What is seldom opened first is loaded when it is opened.
const COMPONENTS: Readonly<Record<PageName, ComponentType<PageProps>>> = {
  home: HomePage,
  start: StartPage,
  leaderboards: LeaderboardsPage,
  leaderboard: LeaderboardPage,
  compare: later(async () => (await import('../page/leaderboards/compare-page.tsx')).ComparePage),
  sessions: SessionsPage,
  newSession: later(
    async () => (await import('../page/sessions/new-session-page.tsx')).NewSessionPage,
  ),
  invite: later(async () => (await import('../page/sessions/invite/invite-page.tsx')).InvitePage),
  session: later(async () => (await import('../page/sessions/session-page.tsx')).SessionPage),
  banks: BanksPage,
  bank: later(async () => (await import('../page/banks/bank-page.tsx')).BankPage),
  review: later(async () => (await import('../page/review/review-page.tsx')).ReviewPage),
  lineage: later(async () => (await import('../page/refreshes/lineage-page.tsx')).LineagePage),
  item: later(async () => (await import('../page/banks/item-page.tsx')).ItemPage),
  annotations: later(
    async () => (await import('../page/annotations/annotations-page.tsx')).AnnotationsPage,
  ),
  annotation: later(
    async () => (await import('../page/annotations/annotation-page.tsx')).AnnotationPage,
  ),
  calibrations: later(
    async () => (await import('../page/calibrations/calibrations-page.tsx')).CalibrationsPage,
  ),
  calibration: later(
    async () => (await import('../page/calibrations/calibration-page.tsx')).CalibrationPage,
  ),
  jobs: later(async () => (await import('../page/jobs/jobs-page.tsx')).JobsPage),
  job: later(async () => (await import('../page/jobs/job-page.tsx')).JobPage),
  newJob: later(async () => (await import('../page/jobs/new-job-page.tsx')).NewJobPage),
  ratings: later(async () => (await import('../page/ratings/ratings-page.tsx')).RatingsPage),
  newRating: later(async () => (await import('../page/ratings/new-rating-page.tsx')).NewRatingPage),
  rating: later(async () => (await import('../page/ratings/rating-page.tsx')).RatingPage),
  studies: later(async () => (await import('../page/studies/studies-page.tsx')).StudiesPage),
  study: later(async () => (await import('../page/studies/study-page.tsx')).StudyPage),
  writing: later(async () => (await import('../page/writing/writing-page.tsx')).WritingPage),
  writingPanel: later(
    async () => (await import('../page/writing/writing-panel-page.tsx')).WritingPanelPage,
  ),
  workers: later(async () => (await import('../page/workers/workers-page.tsx')).WorkersPage),
  keys: later(async () => (await import('../page/keys/keys-page.tsx')).KeysPage),
};

/** The page that a path names, or that there is none. */
export function OrganiserPage({
  found,
  query,
}: {
  found: ReturnType<typeof matchPage>;
  query: Readonly<Record<string, string>>;
}) {
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
