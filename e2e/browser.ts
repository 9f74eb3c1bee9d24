/** A host name that the browser of the journeys finds on this machine. */
export const PLAIN_HOST = 'switchyard.test'

/** What pages ask for presets. The browser of the journeys does not find it, and pages show the list that comes with them. */
export const PUBLIC_CODE_HOST = 'https://api.github.com'

/** A page lives for seconds. Making its code faster takes more of the processor than the faster code saves. */
export const AS_WRITTEN = '--js-flags=--no-maglev --no-opt'
