/** Names come from files: control characters, which a terminal would obey, are shown as �. */
export function plainText(cell: string): string {
  return cell.replace(/\p{Cc}/gu, '\uFFFD');
}
