import type { StoredPanel } from '../../store/panels/panels.ts';
import type { Store } from '../../store/store.ts';
import { type Overlap, overlapOf } from './overlap.ts';
import { configurationOf, type RatingConfiguration } from './rating-panel.ts';

/** A panel as it is listed. */
export interface PanelSummary
  extends Pick<StoredPanel, 'id' | 'title' | 'bank' | 'createdAt' | 'closedAt'>,
    Pick<RatingConfiguration, 'run' | 'answers'> {
  readonly raters: number;
  /** Ratings that are asked for, and those that are there. */
  readonly assigned: number;
  readonly rated: number;
}

/** A panel with all that readers are told, without texts. */
export interface PanelDetail
  extends PanelSummary,
    Pick<
      RatingConfiguration,
      'seed' | 'perAnswer' | 'common' | 'models' | 'items' | 'leftOut' | 'named' | 'judges'
    > {
  readonly rubric: {
    readonly name: string;
    readonly version: number;
    readonly aspects: readonly string[];
  };
  readonly progress: readonly {
    readonly name: string;
    readonly assigned: number;
    readonly rated: number;
    readonly lastAt: string | null;
  }[];
  readonly overlap: Omit<Overlap, 'raters'>;
}

type Ratings = Pick<Store, 'ratings'>;
type Progress = Awaited<ReturnType<Store['ratings']['progress']>>;

export async function panelSummaries(
  store: Ratings,
  panels: readonly StoredPanel[],
): Promise<PanelSummary[]> {
  const progress = panels.length === 0 ? [] : await store.ratings.progress();
  return panels.map((panel) =>
    summaryOf(
      panel,
      progress.filter((one) => one.panel === panel.id),
    ),
  );
}

export async function panelDetail(store: Ratings, panel: StoredPanel): Promise<PanelDetail> {
  const configuration = configurationOf(panel);
  const { seed, perAnswer, common, models, items, leftOut, named, judges } = configuration;
  const [rubric] = configuration.rubrics;
  const progress = await store.ratings.progress(panel.id);
  const assignments = await store.ratings.assignments(panel.id);
  const { raters: _, ...overlap } = overlapOf(assignments, configuration.answers);
  return {
    ...summaryOf(panel, progress),
    ...{ seed, perAnswer, common, models, items, leftOut, named, judges, overlap },
    rubric: {
      ...{ name: rubric.name, version: rubric.version },
      aspects: rubric.aspects.map(({ name }) => name),
    },
    progress: progress.map(({ rater: name, assigned, rated, lastAt }) => ({
      ...{ name, assigned, rated, lastAt },
    })),
  };
}

function summaryOf(panel: StoredPanel, progress: Progress): PanelSummary {
  const { id, title, bank, createdAt, closedAt } = panel;
  const { run, answers } = configurationOf(panel);
  return {
    ...{ id, title, bank, run, createdAt, closedAt, answers, raters: progress.length },
    assigned: progress.reduce((sum, { assigned }) => sum + assigned, 0),
    rated: progress.reduce((sum, { rated }) => sum + rated, 0),
  };
}
