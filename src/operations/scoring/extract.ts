import { z } from 'zod';
import { type ModelOutput, readOutputs } from '../../files/items/read-outputs.ts';
import { plural } from '../../numbers.ts';
import type { Told } from '../../report/document.ts';
import type { Extraction } from '../../scoring/extract/extraction.ts';
import { extractorOf } from '../../scoring/extract/modes.ts';
import { readOnBank } from '../../workflow/grading/grade-on-bank.ts';
import { ReadingCounts, type Readings } from '../../workflow/grading/reading-counts.ts';
import { operation, type Reading } from '../operation.ts';
import { outputFields } from './fields.ts';
import { readingsSection } from './readings-section.ts';

/** Most outputs without an answer that are named. */
const EXAMPLES_SHOWN = 5;
/** Most characters shown of the end of an output with --show-text. */
const TEXT_SHOWN = 200;

const options = z.object({
  ...outputFields,
  bank: outputFields.bank.describe('read answers to the items of this bank'),
  showText: z
    .boolean()
    .default(false)
    .describe(`show the last ${TEXT_SHOWN} characters of outputs without an answer`),
});
type ExtractOptions = z.output<typeof options>;

export const extract = operation({
  name: 'extract',
  summary:
    'Extract answers from the outputs of models: letters of choice questions, and answers to any items of a bank.',
  help: `
Examples:
  thetarank extract outputs.jsonl
  thetarank extract outputs.jsonl --mode cmb --json > extracted.json
  thetarank extract outputs.jsonl --bank mine --json

One JSON object per line: model, item, output, and optionally options (their number or their texts), type (single or
multiple), reference (what another program extracted, for comparison) and finish_reason (stop, length or
another; an output that ended at the limit of tokens counts only if it states its answer).
With --bank the type and the options of each item are those of the bank, and answers to open questions and cases are texts. The output to a
case is a list of texts, one per question.
default  the last clear statement; cmb  as CMB's evaluation; mmlu-pro  as MMLU-Pro's evaluation.`,
  options,
  database: 'existing',
  outputs: ['json'],
  async run(given, { store }): Promise<ExtractResult> {
    const { file, bank, mode } = given;
    const found = foundAnswers();
    if (bank === undefined) readAll(given, found.add);
    else
      await store(async (open) => {
        const how = { mode, hasPartialCredit: false };
        for await (const { line, scored } of readOnBank(open, bank, file, how))
          found.add(line, scored);
      });
    const { results, agreement, texts, counts } = found;
    const readings = counts.readings();
    return { mode, results, counts: readings.rules, agreement, readings, texts };
  },
  json: ({ texts: _, readings: __, ...result }) => result,
  report: extractText,
});

interface ExtractResult {
  readonly mode: string;
  /** The kept part of each output: not its text. */
  readonly results: readonly Extracted[];
  readonly counts: Readonly<Record<string, number>>;
  readonly agreement: { compared: number; agreeing: number };
  readonly readings: Readings;
  /** The ends of the first outputs without an answer. */
  readonly texts: readonly string[];
}

interface Extracted extends Extraction {
  readonly model: string;
  readonly item: string;
}

function readAll(
  { file, mode, options: count }: ExtractOptions,
  add: (line: ModelOutput, extraction: Extraction) => void,
): void {
  const extract = extractorOf(mode);
  for (const line of readOutputs(file))
    add(
      line,
      extract(
        line.output,
        {
          type: line.type ?? 'single',
          options: line.options ?? count,
          optionTexts: line.optionTexts ?? undefined,
        },
        line.isCut,
      ),
    );
}

function foundAnswers() {
  const results: Extracted[] = [];
  const texts: string[] = [];
  const agreement = { compared: 0, agreeing: 0 };
  const counts = new ReadingCounts();
  const add = (
    { model, item, output, reference }: ModelOutput,
    { extracted, rule, reason }: Extraction,
  ) => {
    counts.add(output, { extracted, rule, reason });
    if (extracted === null && texts.length < EXAMPLES_SHOWN) texts.push(output.slice(-TEXT_SHOWN));
    // Where the reference found no answer, finding one is no disagreement.
    if (typeof reference === 'string') {
      agreement.compared++;
      if (reference === extracted) agreement.agreeing++;
    }
    results.push({ model, item, extracted, rule, reason });
  };
  return { results, texts, agreement, counts, add };
}

function extractText(
  { results, readings, agreement, texts }: ExtractResult,
  { options: { file, bank, showText }, where }: Reading<ExtractOptions>,
): Told {
  const { compared, agreeing } = agreement;
  const without = results.filter(({ extracted }) => extracted === null).slice(0, EXAMPLES_SHOWN);
  const section = readingsSection(readings, []);
  return {
    sections: [
      {
        ...section,
        paragraphs: [
          ...(section.paragraphs ?? []),
          ...(compared === 0
            ? []
            : [`Agreement with the reference: ${agreeing} of ${plural(compared, 'answer')}.`]),
        ],
      },
      ...(without.length === 0
        ? []
        : [
            {
              heading: 'Without an answer, the first',
              paragraphs: without.flatMap(({ model, item, reason }, k) => [
                `  ${JSON.stringify(model)} on ${JSON.stringify(item)}: ${reason}`,
                ...(showText ? [`    … ${JSON.stringify(texts[k])}`] : []),
              ]),
            },
          ]),
    ],
    next: `scores for rank and calibrate: thetarank grade ${file} ${bank === undefined ? '--keys keys.csv --out scores.csv (columns item,key)' : `--bank ${bank}${where} --out scores.csv`}`,
  };
}
