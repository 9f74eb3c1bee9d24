import type { Lang } from '@switchyard/convert/languages'
import type { GitFailure, GitFailureCode } from '@switchyard/git-hosts'
import { format, showable, type Words } from '../format.ts'

/** Why a Git host did not do what it was asked, by code. */
export type GitFailureWords = Readonly<Record<GitFailureCode | 'may-be-written', Words>>

const LOAD: Readonly<Record<Lang, () => Promise<GitFailureWords>>> = {
  'en-US': async () => (await import('./en-US.json', { with: { type: 'json' } })).default,
  'zh-CN': async () => (await import('./zh-CN.json', { with: { type: 'json' } })).default,
}

/** The words of one language. */
export function loadGitFailureWords(lang: Lang): Promise<GitFailureWords> {
  return LOAD[lang]()
}

/** What happened and what to do next, in a sentence. `host` is the name of the host, `time` what `until` reads like. */
export function gitFailureMessage(
  failure: GitFailure,
  words: GitFailureWords,
  lang: Lang,
  { host, time }: { host: string; time?: string },
): string {
  const { code, scopes, changed, said, mayBeWritten } = failure
  return format(
    words[mayBeWritten ? 'may-be-written' : code],
    {
      host,
      time,
      said: said && showable(said),
      scopes: joined(scopes),
      paths: joined(changed?.map(({ path }) => path)),
    },
    lang,
  )
}

function joined(texts: readonly string[] | undefined): string | undefined {
  return texts && texts.length > 0 ? texts.map(showable).join(', ') : undefined
}
