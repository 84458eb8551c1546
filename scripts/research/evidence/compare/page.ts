export function comparePage(kept: readonly unknown[]): string {
  return String(kept.length);
}
