/** The systems of phones and tablets. */
export type PhoneSystem = 'Android' | 'iOS'

/**
 * The system of the phone or tablet, by what its browser says. Undefined: a computer. An iPad calls itself a Macintosh, but it
 * has a touch screen and a Mac has none.
 */
export function phoneSystemOf({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): PhoneSystem | undefined {
  if (/Android/.test(userAgent)) return 'Android'
  return /iPhone|iPad/.test(userAgent) || (maxTouchPoints > 1 && /Macintosh/.test(userAgent)) ? 'iOS' : undefined
}
