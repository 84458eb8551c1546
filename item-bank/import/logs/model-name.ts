/** What files and folders are called that are not named by a model. */
const GENERIC =
  /^(?:outputs?|reports?|results?|res|evals?|evaluations?|predictions?|preds|all_preds|runs?|logs?|data|details|summary|final|tests?|samples|swe-?bench(?:_\w+)?|tmp|\.{0,2})$/i;

/** What programs write where they know no model. */
const PLACEHOLDER =
  /^(?:none(?:\/none)?|null|nan|undefined|n\/?a|unknown|default|dummy|model|-*)$/i;

/** The name that a log gives its model; undefined for text that stands where none is known. */
export function saidModel(name: unknown): string | undefined {
  return typeof name === 'string' && !PLACEHOLDER.test(name.trim()) ? name : undefined;
}

/** Whether the name of a file or folder can be that of a model. */
export function canNameModel(name: string): boolean {
  return !GENERIC.test(name.trim());
}
