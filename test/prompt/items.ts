import type { ItemDraft } from '../../item-bank/import/item-draft.ts';
import { sealItem } from '../../item-bank/import/seal-item.ts';
import type { Item, ItemType } from '../../item-bank/items/item.ts';

type Of<T extends ItemType> = Extract<Item, { type: T }>;

/** A self-written item of the given content. */
export function itemOf<T extends ItemType>(
  draft: Omit<ItemDraft, 'type'> & { type: T },
  language = 'en',
): Of<T> {
  return sealItem(
    draft as ItemDraft,
    { source: 'thetarank tests', licence: 'MIT', language },
    't',
  ) as Of<T>;
}

export const TIDE = itemOf({
  id: 'tide',
  type: 'single',
  context: 'A harbour has two high tides a day.',
  stem: 'What causes them above all?',
  options: { A: 'the wind', B: 'the moon', C: 'the rain' },
  key: ['B'],
  explanation: 'The moon pulls the near side more than the far side.',
  tags: { subject: 'physics' },
});

export const COLOURS = itemOf({
  id: 'colours',
  type: 'multiple',
  stem: 'Which are colours of a rainbow?',
  options: { A: 'red', B: 'brown', C: 'violet', D: 'green' },
  key: ['A', 'C', 'D'],
});

export const TEA = itemOf({
  id: 'tea',
  type: 'sequencing',
  stem: 'How is tea made?',
  options: { A: 'pour the water', B: 'boil the water', C: 'drink' },
  key: ['B', 'A', 'C'],
});

export const CAPITAL = itemOf({
  id: 'capital',
  type: 'open',
  stem: 'What is the capital of Norway?',
  key: ['Oslo', 'Oslo, Norway'],
  explanation: 'It has been the capital since 1814.',
});

export const BRIDGE = itemOf({
  id: 'bridge',
  type: 'case',
  context: 'Inspection in May.',
  stem: 'A wooden bridge bends when a cart crosses it.',
  key: [
    { question: 'What should be done first?', answers: ['Close it'] },
    { question: 'Who repairs it?', answers: ['The carpenter'] },
  ],
});

export const WEEKDAY = itemOf(
  {
    id: 'weekday',
    type: 'single',
    stem: '星期一的后一天是',
    options: { A: '星期二', B: '星期三', C: '星期日' },
    key: ['A'],
    explanation: '星期一之后是星期二。',
    tags: { subject: '常识' },
  },
  'zh',
);

export const FRUITS = itemOf(
  {
    id: 'fruits',
    type: 'multiple',
    stem: '下列属于水果的有',
    options: { A: '苹果', B: '石头', C: '梨' },
    key: ['A', 'C'],
  },
  'zh-CN',
);
export const DUMPLINGS = itemOf(
  {
    id: 'dumplings',
    type: 'sequencing',
    stem: '包饺子的顺序是',
    options: { A: '煮', B: '和面', C: '包馅' },
    key: ['B', 'C', 'A'],
  },
  'zh',
);
export const RIVER = itemOf(
  { id: 'river', type: 'open', stem: '中国最长的河流是什么？', key: ['长江'] },
  'zh',
);
export const COUGH = itemOf(
  {
    id: 'cough',
    type: 'case',
    stem: '一名学生咳嗽三天。',
    key: [
      { question: '首先应做什么？', answers: ['问诊'] },
      { question: '如何预防？', answers: ['洗手'] },
    ],
  },
  'zh',
);

export const ALL = [TIDE, COLOURS, TEA, CAPITAL, BRIDGE, WEEKDAY, FRUITS, DUMPLINGS, RIVER, COUGH];
