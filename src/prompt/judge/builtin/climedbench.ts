import type { Rubric } from '../rubric.ts';

/**
 * The four aspects by which experts grade open answers of CliMedBench (Ouyang et al. 2024, section 4): medical correctness,
 * completeness, fluency and friendliness. The paper states no scale and no words; 1 to 5, the words and equal weights are ours.
 */
export const climedbench: Readonly<Record<'en' | 'zh', Rubric>> = {
  en: {
    name: 'climedbench',
    version: 1,
    language: 'en',
    instruction:
      'You are a senior physician who grades what an assistant wrote for clinical work. Compare the answer with the reference answer and with what you know of medicine.',
    aspects: [
      {
        name: 'correctness',
        also: [
          'medical correctness',
          'medical accuracy',
          '医学正确性',
          '正确性',
          '准确性',
          '医学准确性',
        ],
        description: 'whether the medical statements are true and safe to act on',
        low: 1,
        high: 5,
        points: {
          1: 'wrong or dangerous',
          2: 'serious errors',
          3: 'partly right',
          4: 'right except for details',
          5: 'right throughout',
        },
        weight: 1,
      },
      {
        name: 'completeness',
        also: ['完整性', '完整度', '完整'],
        description: 'whether everything that matters is there',
        low: 1,
        high: 5,
        points: {
          1: 'almost nothing',
          2: 'a small part',
          3: 'about half',
          4: 'most of it',
          5: 'everything that matters',
        },
        weight: 1,
      },
      {
        name: 'fluency',
        also: ['流畅性', '流畅度', '流畅'],
        description: 'whether the text is well written',
        low: 1,
        high: 5,
        points: {
          1: 'cannot be understood',
          2: 'mostly broken',
          3: 'readable with effort',
          4: 'clear almost throughout',
          5: 'clear and natural throughout',
        },
        weight: 1,
      },
      {
        name: 'friendliness',
        also: ['友好性', '友好度', '友善性', '友好', '亲和力'],
        description: 'whether it speaks to the reader with courtesy and care',
        low: 1,
        high: 5,
        points: {
          1: 'hurtful or dismissive',
          2: 'cold',
          3: 'neutral',
          4: 'courteous',
          5: 'courteous and caring, with the reader in mind',
        },
        weight: 1,
      },
    ],
  },
  zh: {
    name: 'climedbench',
    version: 1,
    language: 'zh',
    instruction:
      '你是一位资深医生，负责为助手在临床工作中所写的内容评分。请将回答与参考答案以及你的医学知识对照。',
    aspects: [
      {
        name: 'correctness',
        also: [
          'medical correctness',
          'medical accuracy',
          '医学正确性',
          '正确性',
          '准确性',
          '医学准确性',
        ],
        description: '医学正确性：医学陈述是否属实，照做是否安全',
        low: 1,
        high: 5,
        points: {
          1: '错误或有危险',
          2: '有严重错误',
          3: '部分正确',
          4: '除细节外正确',
          5: '全部正确',
        },
        weight: 1,
      },
      {
        name: 'completeness',
        also: ['完整性', '完整度', '完整'],
        description: '完整性：要点是否齐全',
        low: 1,
        high: 5,
        points: { 1: '几乎没有', 2: '一小部分', 3: '大约一半', 4: '大部分', 5: '全部要点' },
        weight: 1,
      },
      {
        name: 'fluency',
        also: ['流畅性', '流畅度', '流畅'],
        description: '流畅性：文字是否通顺',
        low: 1,
        high: 5,
        points: {
          1: '无法理解',
          2: '多数句子不通',
          3: '勉强可读',
          4: '几乎处处通顺',
          5: '通顺自然',
        },
        weight: 1,
      },
      {
        name: 'friendliness',
        also: ['友好性', '友好度', '友善性', '友好', '亲和力'],
        description: '友好性：对读者是否礼貌、体贴',
        low: 1,
        high: 5,
        points: { 1: '伤人或轻慢', 2: '冷淡', 3: '中性', 4: '礼貌', 5: '礼貌体贴，为读者着想' },
        weight: 1,
      },
    ],
  },
};
