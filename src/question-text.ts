/** A public data set with the question text of a built-in bank. */
export interface QuestionText {
  /** Its name on the Hugging Face hub. */
  readonly dataset: string;
  readonly file: string;
  readonly licence: string;
}

/** Where to get the question text of the built-in banks that have content hashes to check it with. */
const QUESTION_TEXT: Readonly<Record<string, QuestionText>> = {
  'mmlu-pro': {
    dataset: 'TIGER-Lab/MMLU-Pro',
    file: 'data/test-00000-of-00001.parquet',
    licence: 'MIT',
  },
  'cruxeval-o': { dataset: 'cruxeval-org/cruxeval', file: 'test.jsonl', licence: 'MIT' },
};

/** What to do with the other built-in banks, to which no text can be added. */
const INSTEAD: Readonly<Record<string, string>> = {
  climedbench:
    'A program drew its answers, and there are no questions. Use it to try out the ranking of recorded models.',
  ikp: 'Nothing shows whether a text is the one that its models answered. Rank its recorded models, or ask its questions in a harness of your own: thetarank form --bank ikp --format ids',
  'swebench-verified':
    'Agents are tested on repositories, not by a prompt. Rank its recorded agents, or run these issues in a harness of your own: thetarank form --bank swebench-verified --format ids',
};

/** How to get and add the text of a bank, one step each. */
export interface TextSteps {
  readonly dataset: string;
  readonly page: string;
  readonly file: string;
  readonly licence: string;
  /** A command that downloads the file; `hf` one with the hub's own program. */
  readonly download: string;
  readonly hf: string;
  /** The command that adds the downloaded file. */
  readonly attach: string;
}

/** The steps for a built-in bank; null if no text can be added to it. */
export function textSteps(bank: string): TextSteps | null {
  if (!Object.hasOwn(QUESTION_TEXT, bank)) return null;
  const { dataset, file, licence } = QUESTION_TEXT[bank];
  const page = `https://huggingface.co/datasets/${dataset}`;
  const saved = `${bank}.${file.split('.').at(-1)}`;
  return {
    dataset,
    page,
    file,
    licence,
    download: `curl -fL -o ${saved} ${page}/resolve/main/${file}`,
    hf: `hf download ${dataset} ${file} --repo-type dataset --local-dir .`,
    attach: `thetarank bank attach ${saved} --to ${bank}`,
  };
}

/** What to do about a built-in bank without question text. */
export function withoutText(bank: string): string {
  const steps = textSteps(bank);
  if (steps === null) return `Text cannot be added to this bank. ${INSTEAD[bank] ?? ''}`.trim();
  const { page, licence, download, attach } = steps;
  return `It is public (${page}, licence ${licence}). To download and add it: ${download} && ${attach}`;
}

/** Why a built-in bank is not reviewed, and what to do instead: a review needs a bank of one's own, and that needs text. */
export function withoutReview(bank: string): string {
  const why = `bank ${bank} is built in and does not change, so it is not reviewed.`;
  if (textSteps(bank) === null)
    return `${why} It cannot be copied either, because the package has no text of its items and none can be added. To see its suspected items: thetarank bank audit ${bank}. To review a bank of your own: thetarank bank import FILE --name NAME && thetarank bank audit NAME && thetarank bank review NAME`;
  return `${why} Review a copy of it, which needs its question text. ${withoutText(bank)}. Then make the copy: thetarank bank export ${bank} --out items.jsonl && thetarank bank import items.jsonl --format thetarank --name NAME && thetarank bank export ${bank} --recorded-answers --out answers.csv && thetarank bank record answers.csv --to NAME. Then: thetarank bank audit NAME && thetarank bank review NAME`;
}
