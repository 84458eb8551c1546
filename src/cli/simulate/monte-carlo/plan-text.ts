import { count, plural } from '../../../numbers.ts';
import type { StudyPlan } from '../../../workflow/studies/monte-carlo/study-plan.ts';
import { collectionText } from './study-text.ts';

/** The expected work of a study, as a dry run prints it. */
export function planText(plan: StudyPlan): string {
  const sentence = `${plural(plan.cells, 'cell')} × ${plural(plan.replications, 'replication')} × ${plural(plan.examinees, 'examinee')} = ${plural(plan.sessions, 'session')} on ${plural(plan.items, 'item')}, in ${plural(plan.blocks, 'block')} on ${plural(plan.workers, 'thread')} of this machine: about ${count(plan.seconds)} s.`;
  return plan.collection === null ? sentence : `${sentence}\n${collectionText(plan.collection)}`;
}
