/** No answer, or one without an option that could be read. */
export const NO_CHOICE = -1;
/** Scored right or wrong, but the option is not known. */
export const SCORED_RIGHT = -2;
export const SCORED_WRONG = -3;

/** Recorded answers of examinees to items by the option that each chose. */
export interface RecordedChoices {
  readonly examinees: readonly string[];
  readonly items: readonly string[];
  /** Examinee × item: an option from 0 (A), or one of the codes above. */
  readonly choices: Int8Array;
  /** Number of options of each item; 0 for items without options, or if it is not known. */
  readonly options: Uint8Array;
  /** The printed key of each item, an option from 0; −1 if it is not a single option. */
  readonly keys: Int8Array;
}

/** 1 right, 0 wrong, −1 no answer: the answers of each item under its printed key, item × examinee. */
export function rightByItem({ examinees, items, choices, keys }: RecordedChoices): Int8Array {
  const right = new Int8Array(choices.length);
  for (let m = 0; m < examinees.length; m++)
    for (let j = 0; j < items.length; j++) {
      const choice = choices[m * items.length + j];
      right[j * examinees.length + m] =
        choice === NO_CHOICE ? -1 : choice === SCORED_RIGHT || choice === keys[j] ? 1 : 0;
    }
  return right;
}
