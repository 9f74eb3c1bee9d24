import { useEffect, useState } from 'react'
import { FormFailure } from '../api-call/form-failure.tsx'
import { failureWords } from './failure-words.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'

/** Why nobody came back from a provider. */
export function ProviderFailure({ code }: { code: string }) {
  const locale = useRouteLocale()
  const [text, setText] = useState<string>()
  useEffect(() => {
    let isWanted = true
    // The server's words of every code: fetched where something went wrong.
    void failureWords(code, locale).then((words) => {
      if (isWanted) setText(words)
    })
    return () => {
      isWanted = false
    }
  }, [code, locale])
  return <FormFailure failure={text === undefined ? undefined : { text }} />
}
