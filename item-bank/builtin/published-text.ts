/**
 * What the recorded models of CRUXEval-O were told before each function: the wording of CRUXEval's own prompt
 * (facebookresearch/cruxeval, MIT). The data set has the function, its input and its output apart, and the content hashes
 * of the bank are those of whole prompts.
 */
const CRUXEVAL_TASK =
  'You are given a Python function and an assertion containing an input to the function. Complete the assertion with a literal (no unsimplified expressions, no function calls) containing the output when executing the provided code on the given input, even if the function is incorrect or incomplete. ';

/**
 * The fields of an item in a record of a bank's data set as it is published; undefined if the record is of another form.
 * CRUXEval has `code`, `input`, `output` and `id` (`sample_0`); the bank calls that item `crux-test-#0`.
 */
export function publishedItem(bank: string, record: unknown): object | undefined {
  if (bank !== 'cruxeval-o' || typeof record !== 'object' || record === null) return undefined;
  const { id, code, input, output } = record as Record<string, unknown>;
  const fields = [id, code, input, output];
  if (!fields.every((field) => typeof field === 'string')) return undefined;
  return {
    id: (id as string).replace(/^sample_/, 'crux-test-#'),
    stem: `${CRUXEVAL_TASK}\n\n[PYTHON]\n${code}\nassert f(${input}) == ??\n[/PYTHON]`,
    key: output,
  };
}
