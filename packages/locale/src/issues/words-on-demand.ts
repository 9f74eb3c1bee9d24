import type { Lang } from '@switchyard/convert/languages'
import type { Wording } from './wording.ts'

/** In a browser, what words.ts is elsewhere: only the words of the languages that are asked for. */

const LOAD: Readonly<Record<Lang, () => Promise<Wording>>> = {
  'en-US': async () => (await import('./en-US.json', { with: { type: 'json' } })).default,
  'zh-CN': async () => (await import('./zh-CN.json', { with: { type: 'json' } })).default,
}

const loaded = new Map<Lang, Wording>()

export function wordingIn(lang: Lang): Wording {
  const wording = loaded.get(lang)
  if (!wording) throw new Error(`The words of ${lang} have not been loaded`)
  return wording
}

export async function loadIssueWords(lang: Lang): Promise<void> {
  if (!loaded.has(lang)) loaded.set(lang, await LOAD[lang]())
}
