/** What files and folders are called that are not named by a model. */
const GENERIC =
  /^(?:outputs?|reports?|results?|res|evals?|evaluations?|predictions?|preds|all_preds|runs?|logs?|data|details|summary|final|tests?|samples|swe-?bench(?:_\w+)?|tmp|\.{0,2})$/i;

/** Whether the name of a file or folder can be that of a model. */
export function canNameModel(name: string): boolean {
  return !GENERIC.test(name.trim());
}
