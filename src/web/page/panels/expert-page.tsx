import type { ComponentType } from 'preact';
import type { Me } from '../../../api/keys.ts';
import { PageHead } from '../../part/page-head.tsx';
import { useMe } from '../../state/me-context.ts';
import { t } from '../../words/t.ts';
import { ExpertAnnotation } from '../annotations/expert-annotation.tsx';
import { RatingWorkPage } from '../ratings/rating-work-page.tsx';
import { ExpertWritingPage } from '../writing/expert-writing-page.tsx';

type Panel = NonNullable<Me['panel']>;

/** What the experts of each kind of panel see: the one page of their key. */
const PAGES: Readonly<Partial<Record<Panel['kind'], ComponentType<{ panel: string }>>>> = {
  annotation: ExpertAnnotation,
  writing: ExpertWritingPage,
  rating: RatingWorkPage,
};

/** The work of the panel that an expert's key opens. */
export function ExpertPage() {
  const { panel } = useMe();
  const Shown = panel === null ? undefined : PAGES[panel.kind];
  if (panel === null || Shown === undefined)
    return (
      <PageHead
        title={t('Nothing to do here')}
        lead={t('This version has no page for the panel of your key. Ask whoever invited you.')}
      />
    );
  return <Shown panel={panel.id} />;
}
