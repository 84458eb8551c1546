/** Said before each function of CRUXEval, whose data set has the function, its input and its output apart. */
const CRUXEVAL_TASK =
  'Here is a Python function, and an assertion that calls it. What does the call return? Write the literal that makes the assertion true in place of ??, as the code is written, even if it has a mistake.';

/** The question of an item of CRUXEval-O. The recorded models were asked with other words. */
export function cruxevalStem(code: string, input: string): string {
  return `${CRUXEVAL_TASK}\n\n${code}\nassert f(${input}) == ??`;
}

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
    stem: cruxevalStem(code as string, input as string),
    key: output,
  };
}
