import type { Wording } from './wording.ts';

export const chinese: Wording = {
  revision: 1,
  types: {
    single: {
      intro: '下面是一道单项选择题，只有一个选项正确。',
      ask: {
        'answer-only': '不要解释。只回复下面这一行，用正确选项的字母代替X：\n答案是X',
        cot: '请一步一步推理。最后单独用下面这一行作结，用正确选项的字母代替X：\n答案是X',
      },
    },
    multiple: {
      intro: '下面是一道多项选择题，正确的选项可能有一个，也可能有多个。',
      ask: {
        'answer-only':
          '不要解释。只回复下面这一行，用全部正确选项的字母代替XYZ，按字母顺序连写，中间不留空格：\n答案是XYZ',
        cot: '请一步一步推理。最后单独用下面这一行作结，用全部正确选项的字母代替XYZ，按字母顺序连写，中间不留空格：\n答案是XYZ',
      },
    },
    sequencing: {
      intro: '下面是一道排序题，请把各选项排成正确的顺序。',
      ask: {
        'answer-only':
          '不要解释。只回复下面这一行，用全部选项的字母代替XYZ，每个字母写一次，从先到后连写，中间不留空格：\n答案是XYZ',
        cot: '请一步一步推理。最后单独用下面这一行作结，用全部选项的字母代替XYZ，每个字母写一次，从先到后连写，中间不留空格：\n答案是XYZ',
      },
    },
    open: {
      intro: '下面是一道问答题。',
      ask: {
        'answer-only': '不要解释，只写出答案。',
        cot: '请一步一步推理。最后单独用一行作结，以“答案是：”开头，只写出答案。',
      },
    },
    case: {
      intro: '下面是一份病例或案例，随后将逐一提出问题。',
      ask: {
        'answer-only': '不要解释，只写出本问题的答案。',
        cot: '请一步一步推理。最后单独用一行作结，以“答案是：”开头，只写出本问题的答案。',
      },
    },
  },
  headings: { context: '背景：', question: '题目：', options: '选项：', case: '案例：' },
  answerLetters: (letters) => `答案是${letters}`,
  answerText: (text) => `答案是：${text}`,
  continued: { revision: 1, question: '问题：', answer: '答案：' },
};
