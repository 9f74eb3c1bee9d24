import { HOUR_MS } from '@switchyard/sources/spans'

/** How long a share is there, in hours; 0: until somebody takes it back. */
export const SHARE_HOURS = [1, 24, 168, 720, 0] as const
export type ShareHours = (typeof SHARE_HOURS)[number]
export const USUAL_SHARE_HOURS: ShareHours = 168

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const PASSWORD_LETTERS = 12

/** When a share that is made now ends; undefined: never. */
export function endOfShare(hours: ShareHours, now: number): number | undefined {
  return hours === 0 ? undefined : now + hours * HOUR_MS
}

/** A password that is read out without mistakes: no letters that look alike. About 59 bits. */
export function drawPassword(random = (count: number) => crypto.getRandomValues(new Uint8Array(count))): string {
  // A remainder would favour the first letters: what is behind the last whole round is drawn again.
  const limit = 256 - (256 % LETTERS.length)
  let password = ''
  while (password.length < PASSWORD_LETTERS)
    for (const byte of random(PASSWORD_LETTERS))
      if (byte < limit && password.length < PASSWORD_LETTERS) password += LETTERS[byte % LETTERS.length]
  return password
}
