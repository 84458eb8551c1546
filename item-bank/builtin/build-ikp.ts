import type { ItemParameters } from '../../src/irt/parameters.ts';
import { pickExaminees, pickItems, type ResponseMatrix } from '../../src/irt/responses.ts';
import type { Bank } from '../bank.ts';
import type { CsvFile } from './csv-file.ts';
import { ikpFamily } from './ikp-families.ts';
import { itemTag } from './item-tag.ts';
import { allToGrid } from './parameter-grid.ts';
import { readAnswers } from './read-answers.ts';
import { readTable } from './read-table.ts';

/** Models that were asked a smaller share of the items are left out. */
const LEAST_ASKED = 0.5;

/** Topics with fewer items count as `other`. */
const LEAST_OF_TOPIC = 20;

/**
 * The bank `ikp` from the recorded answers of the Incompressible Knowledge Probes. Left out are items that their authors
 * flagged, landmark models, whose answers chose the items, and models that were hardly asked.
 *
 * @param responses see readAnswers
 * @param items one row per item, in the order of the answers; at least the columns `item`, `tier`, `topic`, `flagged` (0 or 1)
 * @param examinees one row per model, in the order of the answers; at least the columns `examinee`, `family` (its maker),
 *   `landmark_tier` (empty if the model is no landmark)
 * @param calibrate gives the item parameters
 * @throws FILE_INVALID with the place of the first thing that is not so
 */
export function ikpBank(
  responses: CsvFile,
  items: CsvFile,
  examinees: CsvFile,
  calibrate: (responses: ResponseMatrix) => { readonly parameters: ItemParameters },
): Bank {
  const all = readAnswers(responses);
  const itemColumns = ['item', 'tier', 'topic', 'flagged'] as const;
  const itemRows = readTable(items, itemColumns, all.items, responses.file);
  const modelColumns = ['examinee', 'family', 'landmark_tier'] as const;
  const modelRows = readTable(examinees, modelColumns, all.examinees, responses.file);

  const kept = positions(itemRows, ({ flagged }) => flagged !== '1');
  const unflagged = pickItems(all, kept);
  const isLandmark = (m: number) => modelRows[m].landmark_tier !== '';
  const isHardlyAsked = (m: number) => shareAsked(unflagged, m) < LEAST_ASKED;
  const models = positions(modelRows, (_, m) => !isLandmark(m) && !isHardlyAsked(m));
  const matrix = pickExaminees(unflagged, models);
  const names = (isNamed: (m: number) => boolean) =>
    all.examinees.filter((_, m) => isNamed(m)).join(', ');

  const missing = matrix.scores.reduce((n, score) => n + Number(Number.isNaN(score)), 0);
  const rows = kept.map((j) => itemRows[j]);
  return {
    name: 'ikp',
    version: 1,
    title: `IKP: ${format(kept.length)} short factual questions in 7 tiers, recorded answers of ${models.length} models`,
    simulated: false,
    provenance: {
      source:
        'Incompressible Knowledge Probes (IKP), 19PINE-AI, per-model results, https://github.com/19PINE-AI/ikp, commit 2abc276',
      licence:
        'CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/), attribution: 19PINE-AI/ikp; the notes list the changes',
      notes: [
        'Changes: answers are reduced to right or wrong; items and models are left out as stated below; parameters, families and tags of topics are added. There is no question text or key.',
        'Right or wrong as the judge of IKP found (gemini-3-flash-preview, one answer an item, temperature 0). A refusal counts as wrong; some models refuse up to 62% of the items.',
        'The questions about the fields of researchers (topic researcher) reward guesses: two of the weakest models get about 30% of them right, and about 1% of the other questions of tiers 5 to 7.',
        `${format(missing)} answers (${((100 * missing) / matrix.scores.length).toFixed(1)}%) are missing, because the query failed or was never made. They do not count as wrong. They are not missing at random: 51 models were never asked the same 113 items, which are hard (tiers 5 to 7). The scores of these models cover the other items only and look too high beside complete ones.`,
        `Left out: the ${format(all.items.length - kept.length)} of ${format(all.items.length)} items that the authors flagged, most of them for names that several researchers share and for ambiguous labels.`,
        `Left out: the six landmark models (${names(isLandmark)}). Their answers set the tiers and decided which items were kept, so testing them on this bank would flatter the test.`,
        `Left out: models asked fewer than half of the items (${names(isHardlyAsked)}).`,
        'Items whose results did not fall over the landmark models had been dropped from IKP. The bank is therefore more orderly than a fresh set of questions, and results on it are somewhat optimistic.',
        `Families: the maker of the model; for a fine-tune of another maker's model the maker of the base. A model with and without thinking is two models of one family. Topics of fewer than ${LEAST_OF_TOPIC} items are "other".`,
        "Parameters: thetarank's own calibration by all of these models, rounded to multiples of 1/1024. A study that leaves a model out must calibrate again without it.",
      ],
    },
    items: matrix.items,
    tags: {
      tier: itemTag(rows.map(({ tier }) => tier)),
      topic: itemTag(commonTopics(rows.map(({ topic }) => topic))),
    },
    // Free answers: there are no options to guess among.
    optionCounts: new Uint8Array(kept.length),
    fullScore: 'items',
    parameters: allToGrid(calibrate(matrix).parameters),
    responses: matrix,
    families: models.map((m) => ikpFamily(all.examinees[m], modelRows[m].family)),
  };
}

function positions<T>(rows: readonly T[], isKept: (row: T, k: number) => boolean): number[] {
  return rows.flatMap((row, k) => (isKept(row, k) ? [k] : []));
}

function shareAsked({ items, scores }: ResponseMatrix, m: number): number {
  const row = scores.subarray(m * items.length, (m + 1) * items.length);
  return row.reduce((n, score) => n + Number(!Number.isNaN(score)), 0) / items.length;
}

function commonTopics(topics: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const topic of topics) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  return topics.map((topic) => (counts.get(topic)! < LEAST_OF_TOPIC ? 'other' : topic));
}

function format(count: number): string {
  return count.toLocaleString('en');
}
