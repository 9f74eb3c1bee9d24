import { hostCookie } from './host-cookie.ts'

const DAY_S = 24 * 60 * 60
/** No session lives longer. */
const LONGEST_S = 30 * DAY_S

/** The token of a session: the browser hands it back with every request. */
export const {
  read: readSessionCookie,
  set: setSessionCookie,
  clear: clearSessionCookie,
} = hostCookie('sid', LONGEST_S)
