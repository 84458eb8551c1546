import { count, percent } from '../../numbers.ts';
import { textTable } from '../../report/text-table.ts';
import type { KeptOfModel } from '../../workflow/synthesis/kept-by-model.ts';

/** A line per model, stages side by side. */
export function keptTable(models: readonly KeptOfModel[]): string {
  const right = (head: string) => ({ head, align: 'right' as const });
  const share = ({ calls, right: sum }: KeptOfModel['generate']) =>
    sum === null || calls === 0 ? '–' : percent(sum / calls);
  return textTable(
    [{ head: 'calls of' }, ...['generate', 'right', 'debate', 'reflect', 'right'].map(right)],
    models.map(({ model, generate, debate, reflect }) => [
      ...[model, count(generate.calls), share(generate), count(debate.calls)],
      ...[count(reflect.calls), share(reflect)],
    ]),
  );
}
