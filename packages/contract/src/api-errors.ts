/** Why an API call failed. The words of each code are in packages/locale, its status in the server. */
export const API_ERRORS = [
  'bad-request',
  'forbidden-origin',
  'not-signed-in',
  'forbidden',
  'wrong-credentials',
  'wrong-setup-code',
  'wrong-ad-code',
  'registration-closed',
  'invite-invalid',
  'email-taken',
  'password-too-common',
  'link-invalid',
  'proof-needed',
  'last-method',
  'last-owner',
  'no-mail',
  'no-passkeys',
  'sign-in-failed',
  'sign-in-denied',
  'no-confirmed-email',
  'method-taken',
  'not-found',
  'method-not-allowed',
  'body-too-large',
  'wrong-content-type',
  'not-convertible',
  'too-many-nodes',
  'too-much-work',
  'too-many-requests',
  /** It was changed meanwhile: the answer holds how it is now. */
  'conflict',
  'name-taken',
  'code-taken',
  /** A short link with this code would look like a part of the site. */
  'code-reserved',
  /** A short link leads to public addresses alone, and to no other short link of ours. */
  'target-refused',
  'no-short-links',
  /** Nothing in a private bucket is shared. */
  'bucket-private',
  /** Something else needs it. */
  'in-use',
  /** As much is kept as one person may keep. */
  'quota-reached',
  /** Another server did not give what was asked of it: `reason` is one of the fetch failures. */
  'fetch-failed',
  /** The server has no room left on its disk. Reading still works. */
  'disk-full',
  'internal',
  'unavailable',
] as const

export type ApiError = (typeof API_ERRORS)[number]
