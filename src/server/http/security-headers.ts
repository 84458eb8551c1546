/** Headers of every reply: no framing, no type guessing, no caching, no scripts. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

const SHORT = { 'cache-control': 'max-age=60' };
/** Other sites may show it. No Referer leaves it, so they do not learn its address. */
const EMBEDDED = {
  ...SHORT,
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
  'cross-origin-resource-policy': 'cross-origin',
};

/** Of shared leaderboards, in place of those of other replies: pages and images may be embedded, data may not. */
export const SHARED_HEADERS: Readonly<
  Record<'html' | 'svg' | 'json' | 'csv', Readonly<Record<string, string>>>
> = { html: EMBEDDED, svg: EMBEDDED, json: SHORT, csv: SHORT };

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
