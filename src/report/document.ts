import type { ForestPlot } from '../charts/forest-plot.ts';

/**
 * What an operation has to say, in one language, in the order in which it is read: the answer first. `documentPage` and `documentText` render it. What stands
 * between backticks is code.
 */
export interface Document {
  readonly title: string;
  /** The answer, in a sentence or two. */
  readonly lead: string;
  /** The setting: names and values. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly sections: readonly Section[];
  /** What to do next, with commands as they are typed where thetarank was called. */
  readonly next?: string;
}

export interface Section {
  readonly heading: string;
  readonly paragraphs?: readonly string[];
  /** On pages only. */
  readonly forest?: ForestPlot;
  /** On pages only. */
  readonly charts?: readonly Chart[];
  readonly table?: Table;
  /** On pages only: sections that readers open, one at a time. */
  readonly folded?: readonly FoldedSection[];
}

export interface FoldedSection extends Section {
  /** Beside its heading. */
  readonly note: string;
}

/** A document of which any part may be missing: what a terminal is told. */
export interface Told extends Partial<Omit<Document, 'sections'>> {
  readonly sections?: readonly (Omit<Section, 'heading'> & { readonly heading?: string })[];
}

/** A chart. */
export interface Chart {
  /** A whole SVG element, as `src/charts` draws it, or what draws it where it is shown. It is put into the page as it is. */
  readonly svg: string | (() => string | Promise<string>);
  /** Above the caption where the chart does not show it itself, and said to those who listen. */
  readonly title: string;
  readonly caption?: string;
}

/** A chart whose SVG is there. */
export interface DrawnChart extends Chart {
  readonly svg: string;
}

/** A document that is plain data: its charts are drawn. */
export interface DrawnDocument extends Document {
  readonly sections: readonly DrawnSection[];
}
interface DrawnSection extends Section {
  readonly charts: readonly DrawnChart[];
}

/** A table; the first column names its rows. */
export interface Table {
  readonly caption: string;
  readonly columns: readonly Column[];
  /** As many cells in each as there are columns; null for what is not defined. A text may have several lines. */
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** Rows that a terminal shows: 20 by default. */
  readonly limit?: number;
  /** Whether these are spread over all, and not the first. */
  readonly isSpread?: true;
}

export interface Column {
  readonly name: string;
  readonly unit?: string;
  /** Whether it is set to the right, as numbers are. */
  readonly numeric?: boolean;
  /** Whether its cells are words and no data, so that they are told in the reader's language. */
  readonly words?: boolean;
  /** What it means: in a list below the table. */
  readonly help?: string;
}
