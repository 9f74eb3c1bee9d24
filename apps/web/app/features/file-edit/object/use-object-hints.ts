import { useEffect, useMemo, useState } from 'react'
import { askConfigEngine, type ConfigEngineApi } from '../../../components/engine/config-engine.ts'
import { useConfigAnswer } from '../../../components/engine/use-config-answer.ts'
import { useRouteLocale } from '../../../lib/use-route-locale.ts'
import type { ObjectHints } from './object-hints.ts'

/** What is known of the keys of a text, once it is recognised as the config of a client. */
export function useObjectHints(text: string, language: 'yaml' | 'json'): ObjectHints | undefined {
  const locale = useRouteLocale()
  const question = useMemo(
    () => (api: ConfigEngineApi) => api.checkFile(text, language, locale),
    [text, language, locale],
  )
  const client = useConfigAnswer(askConfigEngine, question).answer?.client
  const [hints, setHints] = useState<ObjectHints>()
  useEffect(() => {
    setHints(undefined)
    if (client === undefined) return
    let isWanted = true
    void import('./object-hints.ts').then(
      ({ objectHints }) => isWanted && setHints(objectHints(client, locale)),
      // Without them everything else works.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [client, locale])
  return hints
}
