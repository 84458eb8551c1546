import type { CalibrationDetail } from '../../../api/banks.ts';

type Cell = NonNullable<CalibrationDetail['persuasion']>[number];

export interface PersuasionMatrix {
  readonly names: readonly string[];
  /** Row: who persuades; column: who is persuaded. Null if they never debated. */
  readonly cells: readonly (readonly (Cell | null)[])[];
}

/** Who persuaded whom as a table; those who persuade most stand first. */
export function persuasionMatrix(
  persuasion: NonNullable<CalibrationDetail['persuasion']>,
): PersuasionMatrix {
  const won = new Map<string, { debates: number; persuaded: number }>();
  for (const { from, to, debates, persuaded } of persuasion) {
    const sum = won.get(from) ?? { debates: 0, persuaded: 0 };
    won.set(from, { debates: sum.debates + debates, persuaded: sum.persuaded + persuaded });
    if (!won.has(to)) won.set(to, { debates: 0, persuaded: 0 });
  }
  const share = (name: string) => {
    const { debates, persuaded } = won.get(name)!;
    return debates === 0 ? 0 : persuaded / debates;
  };
  const names = [...won.keys()].sort((a, b) => share(b) - share(a) || a.localeCompare(b));
  const at = new Map(persuasion.map((cell) => [JSON.stringify([cell.from, cell.to]), cell]));
  return {
    names,
    cells: names.map((from) =>
      names.map((to) => {
        const cell = at.get(JSON.stringify([from, to]));
        return cell === undefined || cell.debates === 0 ? null : cell;
      }),
    ),
  };
}
