/** The five levels of difficulty of CMExam, from its taxonomy, with the accuracy of people from which an item has each. */
export const DIFFICULTY_LEVELS = [
  { level: 'Easy', from: 0.8 },
  { level: 'Manageable', from: 0.6 },
  { level: 'Moderate', from: 0.4 },
  { level: 'Difficult', from: 0.2 },
  { level: 'Extra difficult', from: 0 },
] as const;

export type DifficultyLevel = (typeof DIFFICULTY_LEVELS)[number]['level'];

/**
 * The level of an item by the share of people who were right. CMExam derives its five levels from these shares and does not publish where they end; fifths are ours.
 * @param accuracy 0 to 1
 */
export function difficultyLevel(accuracy: number): DifficultyLevel {
  return DIFFICULTY_LEVELS.find(({ from }) => accuracy >= from)!.level;
}
