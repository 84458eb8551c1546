/** Where answers to a bank are kept. */
export const ANSWER_SOURCES = ['recorded', 'runs', 'sessions'] as const;
export type AnswerSource = (typeof ANSWER_SOURCES)[number];
