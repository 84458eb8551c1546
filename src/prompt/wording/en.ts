import type { Wording } from './wording.ts';

export const english: Wording = {
  revision: 1,
  types: {
    single: {
      intro: 'Below is a multiple-choice question. Exactly one option is right.',
      ask: {
        'answer-only':
          'Do not explain. Reply with this one line, X being the letter of the right option:\nThe answer is (X)',
        cot: 'Reason step by step. Then end with this line, X being the letter of the right option:\nThe answer is (X)',
        explain:
          'First write "Explanation:" and explain in a few sentences why the right option is right and the others are wrong. Then end with this line, X being the letter of the right option:\nThe answer is (X)',
      },
    },
    multiple: {
      intro: 'Below is a multiple-choice question. One option is right, or several are.',
      ask: {
        'answer-only':
          'Do not explain. Reply with this one line, XYZ being the letters of all right options, in alphabetical order and without blanks:\nThe answer is (XYZ)',
        cot: 'Reason step by step. Then end with this line, XYZ being the letters of all right options, in alphabetical order and without blanks:\nThe answer is (XYZ)',
        explain:
          'First write "Explanation:" and explain in a few sentences why the right options are right and the others are wrong. Then end with this line, XYZ being the letters of all right options, in alphabetical order and without blanks:\nThe answer is (XYZ)',
      },
    },
    sequencing: {
      intro: 'Below are a question and options that have to be put into the right order.',
      ask: {
        'answer-only':
          'Do not explain. Reply with this one line, XYZ being the letters of all options, each once, from first to last and without blanks:\nThe answer is (XYZ)',
        cot: 'Reason step by step. Then end with this line, XYZ being the letters of all options, each once, from first to last and without blanks:\nThe answer is (XYZ)',
        explain:
          'First write "Explanation:" and explain in a few sentences why this is the right order. Then end with this line, XYZ being the letters of all options, each once, from first to last and without blanks:\nThe answer is (XYZ)',
      },
    },
    open: {
      intro: 'Below is a question.',
      ask: {
        'answer-only': 'Do not explain. Reply with the answer alone.',
        cot: 'Reason step by step. Then end with one line that begins with the words "The answer is:" and gives the answer alone.',
        explain:
          'First write "Explanation:" and explain the answer in a few sentences. Then end with one line that begins with the words "The answer is:" and gives the answer alone.',
      },
    },
    case: {
      intro: 'Below is a case. Questions about it follow one by one.',
      ask: {
        'answer-only': 'Do not explain. Reply with the answer to this question alone.',
        cot: 'Reason step by step. Then end with one line that begins with the words "The answer is:" and gives the answer to this question alone.',
        explain:
          'First write "Explanation:" and explain the answer in a few sentences. Then end with one line that begins with the words "The answer is:" and gives the answer to this question alone.',
      },
    },
  },
  headings: {
    context: 'Context:',
    question: 'Question:',
    options: 'Options:',
    case: 'Case:',
    explanation: 'Explanation:',
  },
  answerLetters: (letters) => `The answer is (${letters})`,
  answerText: (text) => `The answer is: ${text}`,
  continued: { revision: 1, question: 'Question: ', answer: 'Answer:' },
};
