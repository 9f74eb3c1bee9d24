/**
 * Why an address gave no text. The one list for page, server and terminal; each of them can tell some of these. The words
 * are in `@switchyard/locale` under `fetch`, in every language.
 */
export const FETCH_FAILURES = [
  /** No text that names an http(s) address. */
  'address',
  /** An address that may not be asked: with a password in it, of another kind than http, or not public. */
  'refused-address',
  /** A page may ask https addresses only. */
  'not-https',
  'dns',
  'tls',
  'timeout',
  /** No connection, and no more is known. */
  'network',
  /** Nothing answers, and a browser does not say why. */
  'unreachable',
  /** A server answers, and a browser does not let the page read what it says. */
  'refused',
  /** It leads to a place that the page's own policy forbids, so to http. */
  'redirected',
  'redirect-loop',
  'bad-status',
  'too-large',
  'bad-archive',
  /** A web page, a broken answer: no text that could name nodes. */
  'not-a-subscription',
  /** Too many are asked at once: later. */
  'busy',
] as const

export type FetchFailure = (typeof FETCH_FAILURES)[number]
