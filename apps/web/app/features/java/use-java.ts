import { useEffect, useState } from 'react'
import { WorkerClient, WorkerGone } from '../../components/engine/worker-client.ts'
import type { Locale } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import type { ConvertWorkerApi } from '../../workers/convert-worker.ts'
import type { JavaResult } from './code/make-java.ts'
import type { JavaOptions } from './code/options.ts'

const engine = new WorkerClient<ConvertWorkerApi>(
  () => new Worker(new URL('../../workers/convert-worker.ts', import.meta.url), { type: 'module' }),
)

/** What takes longer is stopped: the page stays alive, and so does its worker for the next text. */
const TIME_MAX_MS = 10_000
const TYPING_MS = 80

async function make(text: string, options: JavaOptions, lang: Locale): Promise<JavaResult> {
  const timer = setTimeout(() => engine.stop(), TIME_MAX_MS)
  try {
    return await engine.ask((api) => api.java.make(text, options, lang))
  } catch (error) {
    if (!(error instanceof WorkerGone)) throw error
    return { issue: { code: 'gone' } }
  } finally {
    clearTimeout(timer)
  }
}

/** What was made of the text. While the next result is on its way, the last one stays: `isCurrent` is false. */
export function useJava(text: string, options: JavaOptions): { result: JavaResult | undefined; isCurrent: boolean } {
  const locale = useRouteLocale()
  const [run, setRun] = useState<{ text: string; options: JavaOptions; result: JavaResult }>()
  const isEmpty = text.trim() === ''
  useEffect(() => {
    if (isEmpty) return
    let isWanted = true
    const timer = setTimeout(() => {
      void make(text, options, locale).then((result) => isWanted && setRun({ text, options, result }))
    }, TYPING_MS)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [text, options, isEmpty, locale])
  if (isEmpty) return { result: undefined, isCurrent: true }
  return { result: run?.result, isCurrent: run !== undefined && run.text === text && run.options === options }
}
