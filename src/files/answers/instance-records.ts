import type { Item } from '../../../item-bank/items/item.ts';
import { type ResponseMatrix, shortestScore } from '../../irt/responses.ts';

const SCHEMA = '0.2.1';

/**
 * Recorded answers as instance records of Every Eval Ever (schema 0.2.1), one line each, item by item: every answer of an examinee to
 * an item with a text. What models wrote is not recorded, so `output.raw` and `answer_attribution` are empty.
 */
export async function* instanceRecords(
  bank: string,
  items: AsyncIterable<Item>,
  { examinees, items: ids, scores }: ResponseMatrix,
  standIns: readonly string[] = [],
): AsyncGenerator<string> {
  const places = new Map(ids.map((id, j) => [id, j]));
  for await (const item of items) {
    const j = places.get(item.id);
    if (j === undefined) continue;
    const of = contentOf(item);
    let lines = '';
    for (const [m, examinee] of examinees.entries()) {
      const score = scores[m * ids.length + j];
      if (Number.isNaN(score)) continue;
      lines += `${JSON.stringify({
        schema_version: SCHEMA,
        evaluation_id: `thetarank/${bank}/${examinee}`,
        model_id: examinee,
        evaluation_name: bank,
        sample_id: item.id,
        ...of,
        answer_attribution: [],
        evaluation: { score: shortestScore(score), is_correct: score === 1 },
        metadata: {
          ...item.tags,
          item_type: item.type,
          ...(standIns.includes(examinee) && { simulated: 'true' }),
        },
      })}\n`;
    }
    yield lines;
  }
}

/** What the record says of the question, whoever answers it. */
function contentOf(item: Item) {
  const raw = item.context === undefined ? item.stem : `${item.context}\n\n${item.stem}`;
  if (item.type === 'case') {
    const reference = item.key.flatMap(({ answers }) => answers);
    const questions = item.key.map(({ question }) => question);
    return {
      interaction_type: 'multi_turn',
      input: { raw: [raw, ...questions].join('\n\n'), reference, choices: null },
      output: null,
      messages: [],
    };
  }
  const isOpen = item.type === 'open';
  const choices = isOpen ? null : Object.values(item.options);
  const reference = isOpen ? item.key : item.key.map((letter) => item.options[letter]);
  return {
    interaction_type: 'single_turn',
    input: { raw, reference, choices },
    output: { raw: [] },
    messages: null,
  };
}
