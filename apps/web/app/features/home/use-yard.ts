import { useCallback, useEffect, useReducer, useRef } from 'react'
import type { Handover } from '../../components/handover/handover.ts'
import type { Locale } from '../../lib/locale.ts'
import type { ClientId } from '@switchyard/recipe/model'
import type { YardSession } from './yard-session.ts'
import { afterYardEvent, SAMPLE_YARD, type YardEvent, type YardState } from './yard-state.ts'

export interface Yard {
  state: YardState
  give: (given: Handover) => void
  /** Reads once more what was given. */
  retry: () => void
  /** A client's config. `hosts`: those that may be asked for rule lists from now on. */
  config: (client: ClientId, hosts?: readonly string[]) => Promise<string>
}

const NOTHING: Handover = { text: '', files: [] }

export const isNothing = ({ text, files }: Handover): boolean => text.trim() === '' && files.length === 0

/** The live picture. Whoever gives nothing loads nothing: the engine comes with the first input. */
export function useYard(locale: Locale): Yard {
  const [state, dispatch] = useReducer(afterYardEvent, SAMPLE_YARD)
  const loading = useRef<Promise<YardSession>>(undefined)
  const given = useRef(NOTHING)

  const session = useCallback(() => (loading.current ??= load(dispatch)), [])
  const give = useCallback(
    (now: Handover) => {
      given.current = now
      if (isNothing(now)) void loading.current?.then((yard) => isNothing(given.current) && yard.clear())
      else void read(session, now, locale, dispatch).catch(() => (loading.current = undefined))
    },
    [session, locale],
  )

  useEffect(() => {
    // In another language the words of the picture are others.
    if (!isNothing(given.current)) give(given.current)
  }, [give])
  useEffect(() => () => void loading.current?.then((yard) => yard.stop()), [])

  return {
    state,
    give,
    retry: () => give(given.current),
    config: async (client, hosts) => {
      const yard = await session()
      return hosts ? yard.configWithLists(client, hosts) : yard.config(client)
    },
  }
}

async function load(notify: (event: YardEvent) => void): Promise<YardSession> {
  const { YardSession } = await import('./yard-session.ts')
  return new YardSession(notify)
}

async function read(
  session: () => Promise<YardSession>,
  given: Handover,
  locale: Locale,
  notify: (event: YardEvent) => void,
): Promise<void> {
  try {
    notify({ type: 'given' })
    const yard = await session()
    yard.read(given, locale)
  } catch (error) {
    notify({ type: 'failed', status: 'unloaded' })
    throw error
  }
}
