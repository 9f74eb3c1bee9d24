import { useEffect, useState } from 'react'
import { WorkerGone } from '../../../components/engine/worker-client.ts'
import { useRouteLocale } from '../../../lib/use-route-locale.ts'
import type { UpgradedConfig } from '../../../workers/tasks/config.ts'
import type { AskEngine, OpenConfig } from './panel.ts'

const TYPING_MS = 300
/** Nobody asked for it: it waits for a longer pause, and a long text is not read for it. */
const UNASKED_MS = 1000
const UNASKED_MAX = 500_000

interface Wanted {
  text: string
  client: OpenConfig['client']
  /** Absent: the newest version. */
  to: string | undefined
  without: readonly string[]
}

interface Answer {
  of: string
  /** What was left out of it. */
  without: readonly string[]
  /** Undefined: the engine did not answer. */
  upgrade: UpgradedConfig | undefined
}

/** What the engine makes of the text, and of which text; the last answer stays until the next one is there. */
export function useUpgrade(
  ask: AskEngine,
  { text, client, to, without }: Wanted,
  waitMs = TYPING_MS,
): Answer | undefined {
  const lang = useRouteLocale()
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    let isWanted = true
    const take = (upgrade: UpgradedConfig | undefined) => isWanted && setAnswer({ of: text, without, upgrade })
    const timer = setTimeout(() => {
      ask((api) => api.upgrade(text, { client, to, without }, lang)).then(take, (error: unknown) => {
        if (!(error instanceof WorkerGone)) throw error
        take(undefined)
      })
    }, waitMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [ask, text, client, to, without, lang, waitMs])
  return answer
}

const ALL: readonly string[] = []

/** How many old forms stand in the config, where that is known. */
export function useOldForms(ask: AskEngine, { text, client }: Pick<OpenConfig, 'text' | 'client'>): number {
  const isLong = text.length > UNASKED_MAX
  const answer = useUpgrade(ask, { text: isLong ? '' : text, client, to: undefined, without: ALL }, UNASKED_MS)
  return answer?.of === text ? (answer.upgrade?.changes.length ?? 0) : 0
}
