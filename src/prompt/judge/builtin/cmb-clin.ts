import type { Rubric } from '../rubric.ts';

/**
 * Aspects and scale of CMB-Clin (Wang et al. 2024, NAACL, appendix D.1.2): fluency, relevance, completeness and proficiency in
 * medicine, 1 to 5 each, all of the same weight. The words are ours.
 */
export const cmbClin: Readonly<Record<'en' | 'zh', Rubric>> = {
  en: {
    name: 'cmb-clin',
    version: 1,
    language: 'en',
    instruction:
      'You are an experienced physician who grades answers to questions about a clinical case. Compare the answer with the reference answer and with what you know of medicine.',
    aspects: [
      {
        name: 'fluency',
        also: ['流畅性', '流畅度', '流畅'],
        description: 'whether the answer is well written and easy to follow',
        low: 1,
        high: 5,
        points: {
          1: 'fragments that cannot be understood',
          2: 'mostly broken sentences, few of them readable',
          3: 'readable, but stiff or repetitive',
          4: 'clear almost throughout, also on difficult matters',
          5: 'as clear as a good physician writes',
        },
        weight: 1,
      },
      {
        name: 'relevance',
        also: ['相关性', '相关度', '相关'],
        description: 'whether the answer is about what the question asks',
        low: 1,
        high: 5,
        points: {
          1: 'has nothing to do with the question',
          2: 'touches the question, but is mostly about other things',
          3: 'is about the question, but wanders or misses its point',
          4: 'answers the main part of the question',
          5: 'answers exactly what is asked',
        },
        weight: 1,
      },
      {
        name: 'completeness',
        also: ['完整性', '完整度', '完整'],
        description: 'how much of the reference answer is in the answer',
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
        name: 'proficiency',
        also: [
          'proficiency in medicine',
          'medical proficiency',
          '专业性',
          '医学专业性',
          '医学专业度',
          '专业度',
        ],
        description: 'whether the medical content is exact and correct',
        low: 1,
        high: 5,
        points: {
          1: 'everyday language without medical content, or wrong throughout',
          2: 'some medical knowledge, superficial or with serious errors',
          3: 'sound on simple matters, unsure on difficult ones',
          4: 'expert knowledge with small errors in details',
          5: 'expert knowledge without an error',
        },
        weight: 1,
      },
    ],
  },
  zh: {
    name: 'cmb-clin',
    version: 1,
    language: 'zh',
    instruction:
      '你是一位经验丰富的临床医生，负责为病例问题的回答评分。请将回答与参考答案以及你的医学知识对照。',
    aspects: [
      {
        name: 'fluency',
        also: ['流畅性', '流畅度', '流畅'],
        description: '流畅性：文字是否通顺、易于理解',
        low: 1,
        high: 5,
        points: {
          1: '语句支离破碎，无法理解',
          2: '多数句子不通，仅少数可读',
          3: '可以读懂，但生硬或重复',
          4: '几乎处处清楚，复杂内容也能说明白',
          5: '像优秀医生所写的一样清楚',
        },
        weight: 1,
      },
      {
        name: 'relevance',
        also: ['相关性', '相关度', '相关'],
        description: '相关性：回答是否针对所提的问题',
        low: 1,
        high: 5,
        points: {
          1: '与问题无关',
          2: '提到问题，但主要在说别的',
          3: '围绕问题，但有偏离或没有抓住要点',
          4: '回答了问题的主要部分',
          5: '准确回答了所问的内容',
        },
        weight: 1,
      },
      {
        name: 'completeness',
        also: ['完整性', '完整度', '完整'],
        description: '完整性：参考答案的内容有多少出现在回答中',
        low: 1,
        high: 5,
        points: {
          1: '几乎没有',
          2: '一小部分',
          3: '大约一半',
          4: '大部分',
          5: '全部要点',
        },
        weight: 1,
      },
      {
        name: 'proficiency',
        also: [
          'proficiency in medicine',
          'medical proficiency',
          '专业性',
          '医学专业性',
          '医学专业度',
          '专业度',
        ],
        description: '医学专业性：医学内容是否准确无误',
        low: 1,
        high: 5,
        points: {
          1: '只有日常用语而无医学内容，或通篇错误',
          2: '有一些医学知识，但肤浅或有严重错误',
          3: '简单问题可靠，复杂问题把握不准',
          4: '专业水平，仅细节有小错',
          5: '专业水平，没有错误',
        },
        weight: 1,
      },
    ],
  },
};
