import { randomStream } from '../../src/random.ts';

/** Questions of a test's own with CMExam's annotations and human figures, and answers of two models: CSV. */
export const PEOPLE_ITEMS = 40;

const DEPARTMENTS = ['IM', 'Surg', 'Ped', 'Ophth'];
const GROUPS = ['Neo', 'Circ', 'Digest', 'Neuro'];
const DISCIPLINES = ['ClinMed', 'Pharm'];
const COMPETENCIES = ['Diag', 'Treat'];
const LEVELS = ['Easy', 'Manageable', 'Moderate', 'Difficult', 'Extra difficult'];

/** Every eighth question has no figures, and of every tenth nobody knows how many were asked. */
export function peopleCsv(): string {
  const random = randomStream('people', 'figures');
  const head = 'Question,Options,Answer,Explanation';
  const tags = 'Disease Group,Clinical Department,Medical Discipline,Medical Competency';
  const lines = Array.from({ length: PEOPLE_ITEMS }, (_, k) => {
    const share = 0.05 + 0.9 * random();
    const n = 20 + Math.floor(500 * random() ** 2);
    const level = LEVELS[Math.min(4, Math.floor(5 * (1 - share)))];
    const figures = k % 8 === 7 ? ',' : `${Math.round(share * n) / n},${k % 10 === 9 ? '' : n}`;
    const own = [
      GROUPS[k % 4],
      DEPARTMENTS[(k >> 1) % 4],
      DISCIPLINES[k % 2],
      COMPETENCIES[(k >> 1) % 2],
    ];
    return `${k} 加 1 等于几,"A ${k + 1}\nB ${k + 2}",A,,${own.join(',')},${level},${figures}`;
  });
  return `${head},${tags},Difficulty Level,Human Accuracy,Respondents\n${lines.join('\n')}\n`;
}

/** Scores of models by item. */
export function peopleAnswers(items: readonly string[], models: readonly string[]): string {
  const random = randomStream('people', 'answers');
  const rows = models.map(
    (model, i) => `${model},${items.map(() => Number(random() < 0.4 + 0.06 * i)).join(',')}`,
  );
  return `model,${items.join(',')}\n${rows.join('\n')}\n`;
}
