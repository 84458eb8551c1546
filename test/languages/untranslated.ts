/** Names and terms that Chinese texts keep. */
const KEPT =
  /^(?:thetarank|Kendall|Spearman|Pearson|Krippendorff|Cohen|Holm|logits?|pass|majority|csv|names|out|agreement|evaluate|bank|repeats|items|variants|shot|counts|temperatures|se|low|high|questions|fixed|conditions|NAME|ADDRESS|model|strategy|robust|lz|max|tokens|SE)$/;

/** Words of Latin letters that people see or hear on a page or in a chart, but for names of data. */
export function untranslated(markup: string, data: readonly RegExp[] = []): string[] {
  const seen = markup
    .replaceAll(/<(style|script)[\s\S]*?<\/\1>/g, ' ')
    // Commands are typed as they are.
    .replaceAll(/<code>[\s\S]*?<\/code>/g, ' ');
  const attributes = [...seen.matchAll(/\b(?:title|aria-label|data-name|alt)="([^"]*)"/g)];
  const texts = [...seen.matchAll(/>([^<]+)</g), ...attributes].map(([, text]) => text);
  const words = texts.flatMap((text) => {
    const plain = text.replaceAll(/&(?:#\d+|[a-z]+);/g, ' ');
    const own = data.reduce((rest, pattern) => rest.replaceAll(pattern, ' '), plain);
    return own.match(/[A-Za-z]{2,}/g) ?? [];
  });
  return [...new Set(words.filter((word) => !KEPT.test(word)))];
}
