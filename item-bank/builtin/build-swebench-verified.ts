import type { ItemParameters } from '../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import type { Bank } from '../bank.ts';
import type { CsvFile } from './csv-file.ts';
import { itemTag } from './item-tag.ts';
import { allToGrid } from './parameter-grid.ts';
import { readAnswers } from './read-answers.ts';
import { swebenchVerifiedFamily } from './swebench-verified-families.ts';

/**
 * The bank `swebench-verified` from the recorded results of submissions to SWE-bench Verified. Only the results are read.
 * Models and scaffolds are read off the names of the submissions, repositories off the ids of the items: the leaderboard's
 * own tags have a licence that forbids commercial use.
 *
 * @param responses see readAnswers
 * @param calibrate gives the item parameters
 * @throws FILE_INVALID
 */
export function swebenchVerifiedBank(
  responses: CsvFile,
  calibrate: (responses: ResponseMatrix) => { readonly parameters: ItemParameters },
): Bank {
  const matrix = readAnswers(responses);
  const { examinees, items } = matrix;
  return {
    name: 'swebench-verified',
    version: 1,
    title: `SWE-bench Verified: ${items.length} GitHub issues, recorded results of ${examinees.length} agents`,
    simulated: false,
    provenance: {
      source:
        'dariakryvosheieva/agent-psychometrics, https://github.com/dariakryvosheieva/agent-psychometrics, commit 62851ff, data/swebench_verified; made there from SWE-bench/experiments',
      licence: 'MIT, Copyright (c) 2026 Fulcrum',
      notes: [
        'Recorded results of submissions from October 2023 to December 2025: 1 if the issue was resolved, 0 if not. An issue that a submission did not run, or that ended in an error, is 0 too, so nothing is missing.',
        'An examinee is one submission: a model in a scaffold, named by its folder, which begins with the date of submission. Results are as their authors submitted them. Some agents choose the best of several attempts.',
        'Items are named as in SWE-bench. There is no issue text, code or patch. The tag repository is read off the item id. The issues of a repository share an environment, so a broken environment fails many of them together.',
        'Families: the maker of the model that the name of the submission states, or else the scaffold. Connecting all agents that share a model or a scaffold would put half of them into one family. Kin that remain in a calibration: agents with the same scaffold and models of other makers (OpenHands, SWE-agent, Agentless), and the 52 agents that name no model but may run one of a known maker. Results on this bank are optimistic to that extent.',
        "Parameters: thetarank's own calibration by all of these agents, rounded to multiples of 1/1024. A study that leaves an agent out must calibrate again without it.",
      ],
    },
    items,
    tags: { repository: itemTag(items.map(repository)) },
    // Free answers: there are no options to guess among.
    optionCounts: new Uint8Array(items.length),
    fullScore: 'items',
    parameters: allToGrid(calibrate(matrix).parameters),
    responses: matrix,
    families: examinees.map(swebenchVerifiedFamily),
  };
}

/** `scikit-learn` of `scikit-learn__scikit-learn-10297`; all of an id that is not of that form. */
function repository(item: string): string {
  return /__(.+)-\d+$/.exec(item)?.[1] ?? item;
}
