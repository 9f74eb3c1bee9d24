import type { TemplateReport } from '@switchyard/recipe/model'
import { useEffect, useState } from 'react'
import { useRouteLocale } from '../../lib/use-route-locale.ts'

// The list is there without it.
const reader = () => import('./preset-reader.ts')

interface Looked {
  /** `failed`: the engine gave no answer. Undefined until it was looked at. */
  report: TemplateReport | 'failed' | undefined
  again: () => void
}

/** What is in a preset. */
export function usePresetReport(name: string, text: string | undefined): Looked {
  const locale = useRouteLocale()
  const [known, setKnown] = useState<{ of: string; report: TemplateReport | 'failed' }>()
  const [times, setTimes] = useState(0)
  const key = `${locale} ${times} ${name}\n${text}`
  useEffect(() => {
    if (text === undefined) return
    let isWanted = true
    void reader()
      .then(({ readPreset }) => readPreset(name, text, locale))
      .catch(() => 'failed' as const)
      .then((report) => isWanted && setKnown({ of: key, report }))
    return () => {
      isWanted = false
    }
  }, [locale, name, text, key])
  return {
    report: text !== undefined && known?.of === key ? known.report : undefined,
    again: () => setTimes(times + 1),
  }
}
