import { useEffect, useMemo, useState } from 'react'
import { askConfigEngine, unlessDropped } from '../../components/engine/config-engine.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import type { MadePrefixes, ReadNaming } from '../../workers/tasks/prefix.ts'
import type { PrefixDraft } from './prefix-draft.ts'

const TYPING_MS = 100

/** The names of the nodes in the answer of a provider; undefined where nobody lived to say. */
export const namesIn = (text: string): Promise<string[] | undefined> =>
  askConfigEngine((api) => api.namesOfNodes(text)).catch(unlessDropped)

export type Prefixes =
  | { state: 'empty' | 'reading' | 'unread' | 'gone' }
  | { state: 'read'; read: ReadNaming; made: MadePrefixes | undefined }

/** The text in its batches, and what their namings make of it. While the next result is under way the last one stays. */
export function usePrefixes({ text, namings, names }: PrefixDraft): Prefixes {
  const locale = useRouteLocale()
  const [found, setFound] = useState<{ text: string; read: ReadNaming | 'unread' | 'gone' }>()
  const [made, setMade] = useState<{ of: ReadNaming; made: MadePrefixes }>()
  const isEmpty = text.trim() === ''
  useEffect(() => {
    if (isEmpty) return
    const wanted = new AbortController()
    const timer = setTimeout(() => {
      void askConfigEngine(async (api) => (await api.readNamings(text)) ?? 'unread', wanted.signal)
        .catch(unlessDropped)
        .then((read) => wanted.signal.aborted || setFound({ text, read: read ?? 'gone' }))
    }, TYPING_MS)
    return () => {
      wanted.abort()
      clearTimeout(timer)
    }
  }, [text, isEmpty])

  const read = found?.text === text && typeof found.read !== 'string' ? found.read : undefined
  const known = useMemo(() => read && withNames(read, names), [read, names])
  useEffect(() => {
    if (!read || !known) return
    const namingsOf = Object.entries(namings).map(([key, naming]) =>
      key === '' ? { naming } : { provider: key, naming },
    )
    const wanted = new AbortController()
    const timer = setTimeout(() => {
      void askConfigEngine((api) => api.makePrefixes(known, namingsOf, locale), wanted.signal)
        .catch(unlessDropped)
        .then((made) => {
          if (wanted.signal.aborted) return
          if (made) setMade({ of: read, made })
          else setFound({ text, read: 'gone' })
        })
    }, TYPING_MS)
    return () => {
      wanted.abort()
      clearTimeout(timer)
    }
  }, [read, known, namings, text, locale])

  if (isEmpty) return { state: 'empty' }
  if (!read || !known) return { state: found?.text === text && typeof found.read === 'string' ? found.read : 'reading' }
  return { state: 'read', read: known, made: made?.of === read ? made.made : undefined }
}

/** With the names that were fetched. */
function withNames({ config, nodes }: ReadNaming, names: PrefixDraft['names']): ReadNaming {
  const batches = nodes.batches.map((batch) => {
    const fetched = batch.provider === undefined ? undefined : names[batch.provider]
    return fetched === undefined ? batch : Object.assign({}, batch, { names: fetched })
  })
  return { config, nodes: { ...nodes, batches } }
}
