import type { ApiError } from '@switchyard/contract'
import type { Lang } from '@switchyard/convert/languages'

/** Why a call of the server's API failed, by code. */
export type ApiFailureWords = Readonly<Record<ApiError, string>>

const LOAD: Readonly<Record<Lang, () => Promise<ApiFailureWords>>> = {
  'en-US': async () => (await import('./en-US.json', { with: { type: 'json' } })).default,
  'zh-CN': async () => (await import('./zh-CN.json', { with: { type: 'json' } })).default,
}

/** The words of one language, for a page that has to say one sentence. */
export function loadFailureWords(lang: Lang): Promise<ApiFailureWords> {
  return LOAD[lang]()
}
