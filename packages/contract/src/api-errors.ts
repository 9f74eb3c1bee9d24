/** Why an API call failed. The words of each code are in packages/locale, its status in the server. */
export const API_ERRORS = [
  'bad-request',
  'forbidden-origin',
  'not-signed-in',
  'forbidden',
  'not-found',
  'method-not-allowed',
  'body-too-large',
  'wrong-content-type',
  'not-convertible',
  'too-many-nodes',
  'too-much-work',
  'too-many-requests',
  'internal',
  'unavailable',
] as const

export type ApiError = (typeof API_ERRORS)[number]
