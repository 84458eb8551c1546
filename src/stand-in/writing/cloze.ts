import type { PromptLanguage } from '../../prompt/wording/language.ts';
import type { IssueKind, WrittenType } from '../../prompt/write/issues.ts';
import type { WrittenQuestion } from '../../prompt/write/shown-question.ts';
import { type RandomStream, randomInteger, shuffle } from '../../random.ts';
import { plainForm } from '../../writing/evidence.ts';
import { sentencesOf } from '../../writing/passage.ts';

/** Stands in a sentence in place of a word. */
const GAP = '____';
/** Parts of a sentence that are to be put into order. */
const PARTS = 3;

/** Faults that a simulated writer plants. */
export const PLANTED = [
  'key-wrong',
  'leaked',
  'not-answerable',
  'ambiguous',
] as const satisfies readonly IssueKind[];
export type Planted = (typeof PLANTED)[number];

const WORDS: Readonly<
  Record<
    PromptLanguage,
    {
      readonly stem: Readonly<Record<WrittenType, string>>;
      readonly vague: string;
      readonly least: number;
      readonly quotes: readonly [string, string];
      readonly none: string;
    }
  >
> = {
  en: {
    stem: {
      single: 'Which word completes this sentence?',
      multiple: 'Which two words complete this sentence?',
      sequencing: 'In which order do these parts make a sentence?',
      open: 'Which word is missing in this sentence?',
    },
    vague: 'Which one is meant here?',
    least: 5,
    quotes: ['"', '"'],
    none: 'nothing',
  },
  zh: {
    stem: {
      single: '哪个词可以补全这句话？',
      multiple: '哪两个词可以补全这句话？',
      sequencing: '这些部分按什么顺序组成一句话？',
      open: '这句话中缺少哪个词？',
    },
    vague: '这里指的是哪一个？',
    least: 2,
    quotes: ['“', '”'],
    none: '没有',
  },
};

/** What a simulated writer replies: the fields of the form. */
export type ClozeReply = Readonly<Record<string, unknown>>;

/** What a question is made from. */
export interface ClozeSource {
  readonly passage: string;
  /** The sentence that is asked about; by default one of the passage. */
  readonly focus?: string | undefined;
  readonly others: readonly string[];
}

/** A question about a sentence of a passage, with a planted fault. */
export function clozeQuestion(
  language: PromptLanguage,
  type: WrittenType,
  { passage, focus, others }: ClozeSource,
  fault: Planted | null,
  random: RandomStream,
): ClozeReply {
  const words = WORDS[language];
  const foreign = fault === 'not-answerable' && others.length > 0;
  const usable = (text: string) =>
    sentencesOf(text).filter(
      (sentence) => wordsOf(sentence, language).length >= 2 && sentence.length >= 12,
    );
  const own = usable(foreign ? others[0] : (focus ?? passage));
  const some = own.length === 0 ? usable(passage) : own;
  const sentence = some.length === 0 ? passage.trim() : some[randomInteger(random, some.length)];
  const inside = shuffle(wordsOf(sentence, language), random);
  const outside = shuffle(
    [...new Set([passage, ...others].flatMap((text) => wordsOf(text, language)))].filter(
      (word) => !plainForm(sentence).includes(plainForm(word)),
    ),
    random,
  );
  const wrongWords = [...outside, ...Array.from({ length: 4 }, (_, k) => `${words.none} ${k + 1}`)];
  const [open, close] = words.quotes;
  const gapped = (targets: readonly string[]) =>
    targets.reduce((text, target) => text.replace(target, GAP), sentence);
  const stemOf = (text: string) =>
    fault === 'ambiguous' ? words.vague : `${words.stem[type]} ${open}${text}${close}`;
  const rest = { explanation: sentence, quote: sentence };
  const leak = (word: string) => (fault === 'leaked' ? ` (${word})` : '');
  if (type === 'sequencing') {
    const parts = partsOf(sentence, language);
    const order = fault === 'key-wrong' ? parts.toReversed() : parts;
    const stem = fault === 'ambiguous' ? words.vague : words.stem.sequencing;
    return { stem: `${stem}${fault === 'leaked' ? ` ${sentence}` : ''}`, order, ...rest };
  }
  const targets = inside.slice(0, type === 'multiple' ? 2 : 1);
  const stem = stemOf(gapped(targets)) + leak(targets[0] ?? '');
  const wrong = wrongWords.slice(0, 3);
  const isSwapped = fault === 'key-wrong';
  if (type === 'open') return { stem, answers: [isSwapped ? wrong[0] : targets[0]], ...rest };
  if (type === 'multiple')
    return {
      stem,
      right: isSwapped ? [targets[0], wrong[0]] : targets,
      wrong: isSwapped ? [targets[1], wrong[1]] : wrong.slice(0, 2),
      ...rest,
    };
  return {
    stem,
    right: isSwapped ? wrong[0] : targets[0],
    wrong: isSwapped ? [targets[0], ...wrong.slice(1)] : wrong,
    ...rest,
  };
}

/** The faults that such a question has, told from its text alone. */
export function clozeFaults(question: WrittenQuestion, passage: string): Planted[] {
  const { type, stem, options, key } = question;
  const texts = options === null ? key : key.map((letter) => options[letter]);
  const isVague = Object.values(WORDS).some(({ vague }) => stem.startsWith(vague));
  if (isVague) return ['ambiguous'];
  const leaked: Planted[] =
    type === 'sequencing'
      ? plainForm(stem).includes(plainForm(texts.join('')))
        ? ['leaked']
        : []
      : / \([^)]+\)$/u.test(stem)
        ? ['leaked']
        : [];
  if (solutionOf(question, passage) === null) return [...leaked, 'not-answerable'];
  return stands(question, passage, texts) ? leaked : [...leaked, 'key-wrong'];
}

/** The answer that the passage proves: letters or a text; null if it proves none. */
export function solutionOf(question: WrittenQuestion, passage: string): readonly string[] | null {
  const { type, stem, options, key } = question;
  if (options === null) {
    const [before, after] = sentenceIn(stem).split(GAP).map(plainForm);
    const plain = plainForm(passage);
    const from = plain.indexOf(before) + before.length;
    const to = plain.indexOf(after, from);
    if (!plain.includes(before) || to <= from || after === undefined) return null;
    const word = plain.slice(from, to);
    return word.length <= 60 ? [key.find((one) => plainForm(one) === word) ?? word] : null;
  }
  const letters = Object.keys(options);
  const choices =
    type === 'single'
      ? letters.map((letter) => [letter])
      : type === 'multiple'
        ? letters.flatMap((one, k) => letters.slice(k + 1).map((other) => [one, other]))
        : ordersOf(letters);
  return (
    choices.find((choice) =>
      stands(
        question,
        passage,
        choice.map((letter) => options[letter]),
      ),
    ) ?? null
  );
}

function stands(
  { type, stem }: WrittenQuestion,
  passage: string,
  texts: readonly string[],
): boolean {
  const plain = plainForm(passage);
  if (type === 'sequencing') return plain.includes(plainForm(texts.join(' ')));
  const sentence = sentenceIn(stem);
  return [texts, texts.toReversed()].some((order) =>
    plain.includes(plainForm(order.reduce((text, word) => text.replace(GAP, word), sentence))),
  );
}

/** The sentence that a stem quotes. */
function sentenceIn(stem: string): string {
  const from = stem.search(/[“"]/);
  const to = Math.max(stem.lastIndexOf('”'), stem.lastIndexOf('"'));
  return from === -1 || to <= from ? stem : stem.slice(from + 1, to);
}

function ordersOf(letters: readonly string[]): string[][] {
  if (letters.length <= 1) return [[...letters]];
  return letters.flatMap((first) =>
    ordersOf(letters.filter((one) => one !== first)).map((rest) => [first, ...rest]),
  );
}

function segments(text: string, language: PromptLanguage) {
  return [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)];
}

function wordsOf(text: string, language: PromptLanguage): string[] {
  const { least } = WORDS[language];
  const found = segments(text, language)
    .filter(({ isWordLike, segment }) => isWordLike === true && segment.length >= least)
    .map(({ segment }) => segment);
  return [...new Set(found)];
}

function partsOf(sentence: string, language: PromptLanguage): string[] {
  const all = segments(sentence, language);
  const size = Math.ceil(all.length / PARTS);
  return Array.from({ length: PARTS }, (_, k) =>
    all
      .slice(k * size, (k + 1) * size)
      .map(({ segment }) => segment)
      .join('')
      .trim(),
  ).filter((part) => part !== '');
}
