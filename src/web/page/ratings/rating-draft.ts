/** What a rater has given so far, and not sent. */
export interface Draft {
  readonly grades: Readonly<Record<string, number>>;
  readonly comment: string;
}

const placeOf = (panel: string, place: number) => `thetarank-rating ${panel} ${place}`;

/** The draft of an answer in this tab: it survives a reload, and ends with the tab. */
export function keptDraft(panel: string, place: number): Draft | null {
  const text = sessionStorage.getItem(placeOf(panel, place));
  return text === null ? null : (JSON.parse(text) as Draft);
}

export function keepDraft(panel: string, place: number, draft: Draft | null): void {
  if (draft === null) sessionStorage.removeItem(placeOf(panel, place));
  else sessionStorage.setItem(placeOf(panel, place), JSON.stringify(draft));
}

const FOLDED = 'thetarank-rating-guideline';

/** Whether the reader has folded the guideline away. */
export const isFolded = () => localStorage.getItem(FOLDED) === 'folded';
export const keepFolded = (folded: boolean) =>
  localStorage.setItem(FOLDED, folded ? 'folded' : 'open');
