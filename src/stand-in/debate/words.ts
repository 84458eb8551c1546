import { type RandomStream, randomInteger } from '../../random.ts';

/** The words of critics and of those who reflect, in one language. None of them names an option. */
interface Words {
  /** Three sentences begin a criticism, one of each list: which ones tells who speaks. Eight each. */
  readonly openings: readonly (readonly string[])[];
  readonly agreement: readonly string[];
  readonly objection: readonly string[];
  /** Where no answer was found in what is criticised. */
  readonly silence: readonly string[];
  readonly kept: readonly string[];
  readonly changed: readonly string[];
  readonly between: string;
}

const ENGLISH: Words = {
  openings: [
    [
      'I worked the question through before I read on.',
      'First I went back to what is asked.',
      'I began with the facts that are given.',
      'To begin with, I solved it without looking at what was said.',
      'I took the question apart first.',
      'Before judging, I went over the question once more.',
      'I set what was said aside and began afresh.',
      'My starting point was the question itself.',
    ],
    [
      'Then I compared each step.',
      'After that I looked at every claim in turn.',
      'Next came the conclusions, one by one.',
      'I then held each statement against what is known.',
      'Point after point was checked from there.',
      'From there I followed the reasoning given.',
      'The claims made were then weighed singly.',
      'I went on to test each conclusion.',
    ],
    [
      'This is what I found.',
      'Here is my judgement.',
      'It comes down to this.',
      'My finding is short.',
      'The outcome follows.',
      'In brief:',
      'What remains is this.',
      'So much for the way; now the result.',
    ],
  ],
  agreement: [
    'I confirm what was said: nothing in it is wrong.',
    'I agree. The reasoning holds at every point.',
    'There is nothing to object to, and I come to the same end.',
    'What was said is right, for the facts leave no other reading.',
  ],
  objection: [
    'I disagree. A condition of the question was overlooked, and it decides.',
    'The conclusion does not follow: one of the facts given contradicts it.',
    'There is a mistake in the last step. The condition that matters points elsewhere.',
    'This cannot stand. What was taken for decisive is true of other cases.',
  ],
  silence: [
    'There is no conclusion to be judged, so here is my own.',
    'Nothing definite was said. I give what I hold to be right.',
  ],
  kept: [
    'I have weighed what was said of it, and I stay with what I said.',
    'The objection does not convince me: the facts are as I took them.',
    'I checked each point again and see no reason to change anything.',
    'None of it touches the facts that decide, and I see no reason to give way.',
  ],
  changed: [
    'The objection is justified. I overlooked a condition and correct myself.',
    'On reflection that is a better reading than mine, and I take it over.',
    'I see now where my reasoning went wrong, and I change my mind.',
    'What was held against me is right, and I go along with it.',
  ],
  between: ' ',
};

const CHINESE: Words = {
  openings: [
    [
      '我先独立做了一遍这道题。',
      '首先，我重新审了一遍题意。',
      '我从题干给出的事实入手。',
      '我先不看已有的回答，自己推了一遍。',
      '我先把题目拆开来看。',
      '评议之前，我又通读了题目。',
      '我把已有的说法放在一边，从头想起。',
      '我以题目本身为出发点。',
    ],
    [
      '然后逐步对照。',
      '接着逐条看了其中的说法。',
      '随后依次检查各个结论。',
      '再把每句话与已知的知识对照。',
      '由此逐点核实。',
      '之后顺着原来的思路走了一遍。',
      '其中的论断我都单独衡量过。',
      '继而检验了每一步推论。',
    ],
    [
      '结果如下。',
      '我的判断如下。',
      '归结起来是这样。',
      '我的看法很简短。',
      '下面是结论。',
      '简而言之：',
      '剩下的就是这一点。',
      '过程就说到这里，下面说结果。',
    ],
  ],
  agreement: [
    '我认可这个回答，其中没有错误。',
    '我同意，推理的每一步都站得住。',
    '没有可以反驳之处，我也得出同样的结果。',
    '说得对，题干的事实不容许别的理解。',
  ],
  objection: [
    '我不同意。题干中有一个起决定作用的条件被忽略了。',
    '这个结论推不出来：题干给出的一个事实与它矛盾。',
    '最后一步有误，关键的条件指向别处。',
    '这站不住脚，被当作依据的特点也见于其他情况。',
  ],
  silence: ['其中没有可以评议的结论，我给出自己的。', '没有明确的说法，我说说我的看法。'],
  kept: [
    '我斟酌了上述评议，坚持原来的看法。',
    '这一反驳没有说服我，事实正如我先前的理解。',
    '我逐点重新核实，没有发现需要更改之处。',
    '反驳没有触及关键的事实，我没有发现让步的理由。',
  ],
  changed: [
    '反驳有道理，我忽略了一个条件，现予更正。',
    '再想一想，这种理解比我的更好，我予以采纳。',
    '我看出了自己推理中的错误，改变看法。',
    '对方说得有理，我原先的依据不成立，就依此更改。',
  ],
  between: '',
};

const FORMS = 8;
/** How many critics can be distinguished by their openings. */
export const OPENINGS = FORMS ** 3;
/** Odd, so that as many places in a row as there are openings have different ones. */
const STRIDE = 179;

function wordsOf(isChinese: boolean): Words {
  return isChinese ? CHINESE : ENGLISH;
}

/**
 * The sentences with which a critic begins. No two of the first 512 critics begin alike on an item, so that whoever is
 * criticised can tell who speaks: requests name the model that is asked, and nobody else.
 * @param place of the critic among all models
 * @param start of the item, an integer ≥ 0
 */
export function opening(place: number, start: number, isChinese: boolean): string {
  const { openings, between } = wordsOf(isChinese);
  let left = (start + place * STRIDE) % OPENINGS;
  const sentences: string[] = [];
  for (const list of openings) {
    sentences.push(list[left % FORMS]);
    left = Math.floor(left / FORMS);
  }
  return sentences.join(between);
}

/** What a critic says of an answer. */
export function verdict(
  kind: 'agreement' | 'objection' | 'silence',
  isChinese: boolean,
  random: RandomStream,
): string {
  const forms = wordsOf(isChinese)[kind];
  return forms[randomInteger(random, forms.length)];
}

/**
 * What one who was criticised says of its own answer. Which words it takes tells the round to who reads them (`roundOf`).
 * @param round how often this model reflected on the item before
 * @param start of the item, an integer ≥ 0
 */
export function finding(
  kind: 'kept' | 'changed',
  round: number,
  start: number,
  isChinese: boolean,
): string {
  const forms = wordsOf(isChinese)[kind];
  return forms[(start + round) % forms.length];
}

/**
 * How many reflections led to an answer, told by its words: 0 if it is none of `finding`, else 1 to 4; further ones begin at
 * 1 again.
 */
export function roundOf(answer: string, start: number, isChinese: boolean): number {
  const { kept, changed } = wordsOf(isChinese);
  for (const forms of [kept, changed]) {
    const place = forms.findIndex((form) => answer.includes(form));
    if (place !== -1) return ((place - (start % forms.length) + forms.length) % forms.length) + 1;
  }
  return 0;
}
