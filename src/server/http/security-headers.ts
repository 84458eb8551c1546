/** Headers of every reply: no framing, no type guessing, no caching, no scripts. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Caches may keep it and ask each time whether it is still good, so a revoked link ends at once. */
const FRESH = { 'cache-control': 'no-cache' };
/** Other sites may show it. */
const EMBEDDED = {
  ...FRESH,
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
  'cross-origin-resource-policy': 'cross-origin',
};

/** Of shared leaderboards, in place of those of other replies: pages and images may be embedded, data may not. */
export const SHARED_HEADERS: Readonly<
  Record<'html' | 'svg' | 'json' | 'csv', Readonly<Record<string, string>>>
> = { html: EMBEDDED, svg: EMBEDDED, json: FRESH, csv: FRESH };

/** For pages: scripts, styles and requests only of this service. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Of pages of results, which have neither scripts nor anything from elsewhere: this forbids both. */
export const REPORT_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";
