/** The systems that a browser can run on. */
export type Platform = 'Windows' | 'macOS' | 'Linux' | 'Android' | 'iOS'

/** The systems of phones and tablets. */
export type PhoneSystem = 'Android' | 'iOS'

/** What a browser says of itself: the part of `navigator` that is read here. */
type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/** An iPad calls itself a Macintosh. It has a touch screen and a Mac has none. */
export function platformOf({ userAgent, maxTouchPoints }: Browser): Platform | undefined {
  if (/Android/.test(userAgent)) return 'Android'
  if (/iPhone|iPad/.test(userAgent)) return 'iOS'
  if (/Macintosh/.test(userAgent)) return maxTouchPoints > 1 ? 'iOS' : 'macOS'
  if (/Windows/.test(userAgent)) return 'Windows'
  return /Linux|X11/.test(userAgent) ? 'Linux' : undefined
}

/** Returns undefined on a computer. */
export function phoneSystemOf(browser: Browser): PhoneSystem | undefined {
  const platform = platformOf(browser)
  return platform === 'Android' || platform === 'iOS' ? platform : undefined
}
