/** Names come from files, and comments from strangers: control characters, which a terminal would obey, and those that turn the order of letters are shown as �. */
export function plainText(cell: string): string {
  return cell.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '\uFFFD');
}
