/** In the browser of the journeys this host name leads to this machine. */
export const PLAIN_HOST = 'switchyard.test'

/** Pages ask this host for presets. The browser of the journeys cannot find it. Then a page shows the presets of the app itself. */
export const PUBLIC_CODE_HOST = 'https://api.github.com'

/** Tells V8 not to optimize code. A page of a journey lives for seconds, so optimizing costs more time than it saves. */
export const AS_WRITTEN = '--js-flags=--no-maglev --no-opt'
