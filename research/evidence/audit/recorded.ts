import { join } from 'node:path';
import {
  extractorOf,
  NO_CHOICE,
  type RecordedChoices,
  type ResponseMatrix,
  readResponses,
  SCORED_RIGHT,
  SCORED_WRONG,
} from 'thetarank';
import { readCsv, readText } from '../recorded-data.ts';

/** The items of MMLU-Pro with their texts. */
export interface MmluProItem {
  readonly id: string;
  readonly stem: string;
  readonly options: Readonly<Record<string, string>>;
  readonly key: string;
}

export function mmluProItems(folder: string): MmluProItem[] {
  return readCsv(join(folder, 'items.csv')).map(({ item, answer, question, options }) => ({
    id: item,
    stem: question,
    options: Object.fromEntries(
      (JSON.parse(options) as string[]).map((text, k) => [String.fromCharCode(65 + k), text]),
    ),
    key: answer,
  }));
}

/** The options that 20 models chose on 1,500 items, read off their outputs as MMLU-Pro's evaluation does. */
export function mmluProChoices(folder: string, items: readonly MmluProItem[]): RecordedChoices {
  const extract = extractorOf('mmlu-pro');
  const known = new Map(items.map((item) => [item.id, item]));
  const lines = readText(join(folder, 'outputs_1500.jsonl.gz')).trimEnd().split('\n');
  const outputs = lines.map(
    (line) => JSON.parse(line) as { model: string; item: string; output: string | null },
  );
  const models = [...new Set(outputs.map(({ model }) => model))];
  const ids = [...new Set(outputs.map(({ item }) => item))];
  const [row, column] = [places(models), places(ids)];
  const choices = new Int8Array(models.length * ids.length).fill(NO_CHOICE);
  const optionCount = (id: string) => Object.keys(known.get(id)!.options).length;
  for (const { model, item, output } of outputs) {
    const { extracted } = extract(output ?? '', { type: 'single', options: optionCount(item) });
    if (extracted !== null)
      choices[row.get(model)! * ids.length + column.get(item)!] = extracted.charCodeAt(0) - 65;
  }
  return {
    examinees: models,
    items: ids,
    choices,
    options: Uint8Array.from(ids, optionCount),
    keys: Int8Array.from(ids, (id) => known.get(id)!.key.charCodeAt(0) - 65),
  };
}

function places(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name, k) => [name, k]));
}

/** Recorded scores as choices whose letters are not known. @param options of every item; 0 for questions without options */
export function scoredChoices(
  { examinees, items, scores }: ResponseMatrix,
  options: number,
): RecordedChoices {
  return {
    examinees,
    items,
    choices: Int8Array.from(scores, (score) =>
      Number.isNaN(score) ? NO_CHOICE : score >= 0.5 ? SCORED_RIGHT : SCORED_WRONG,
    ),
    options: new Uint8Array(items.length).fill(options),
    keys: new Int8Array(items.length).fill(-1),
  };
}

/** The answers of a matrix, gzipped or not. */
export function matrixOf(file: string): ResponseMatrix {
  return readResponses(file).matrix;
}

/** Some examinees alone. */
export function pickModels(data: RecordedChoices, models: readonly number[]): RecordedChoices {
  const width = data.items.length;
  const choices = new Int8Array(models.length * width);
  for (const [m, from] of models.entries())
    choices.set(data.choices.subarray(from * width, (from + 1) * width), m * width);
  return { ...data, examinees: models.map((m) => data.examinees[m]), choices };
}

/** Letters as scores: right or wrong under the printed keys. */
export function withoutLetters(data: RecordedChoices): RecordedChoices {
  const width = data.items.length;
  return {
    ...data,
    choices: data.choices.map((choice, at) =>
      choice === NO_CHOICE
        ? NO_CHOICE
        : choice === data.keys[at % width]
          ? SCORED_RIGHT
          : SCORED_WRONG,
    ),
  };
}
