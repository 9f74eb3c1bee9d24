import { useEffect, useState } from 'react'
import { type askConfigEngine, type ConfigEngineApi, unlessDropped } from './config-engine.ts'

const TYPING_MS = 150

/** A question that is asked again whenever it is another one: keep it the same (`useMemo`) while it asks for the same. */
export type LiveQuestion<T> = ((api: ConfigEngineApi) => Promise<T>) | undefined

/** The answer to what is asked now. While the next one is on its way, the last one stays: `isCurrent` is false. */
export function useConfigAnswer<T>(
  ask: typeof askConfigEngine,
  question: LiveQuestion<T>,
): { answer: T | undefined; isCurrent: boolean } {
  const [last, setLast] = useState<{ question: LiveQuestion<T>; answer: T | undefined }>()
  useEffect(() => {
    if (!question) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      void ask(question, stop.signal).then(
        (answer) => setLast({ question, answer }),
        (error) => {
          unlessDropped(error)
          if (!stop.signal.aborted) setLast({ question, answer: undefined })
        },
      )
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [ask, question])
  if (!question) return { answer: undefined, isCurrent: true }
  return { answer: last?.answer, isCurrent: last?.question === question }
}
