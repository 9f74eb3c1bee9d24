import type { Notices } from '../src/shared/notices.ts'

/** What two copies of a server tell each other at once, for as long as they hear. */
export function twoNotices(): { copies: readonly [Notices, Notices]; hearing: { is: boolean } } {
  const listeners: { about: string; heard: (what: string | undefined) => void }[][] = [[], []]
  const hearing = { is: true }
  const copy = (own: number): Notices => ({
    tell: (told, what) => {
      for (const { about, heard } of listeners[1 - own]!) if (about === told && hearing.is) heard(what)
    },
    listen: (about, heard) => void listeners[own]!.push({ about, heard }),
    areHeard: () => hearing.is,
  })
  return { copies: [copy(0), copy(1)], hearing }
}
