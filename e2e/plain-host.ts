/** A host name that the browser of the journeys finds on this machine. */
export const PLAIN_HOST = 'switchyard.test'
