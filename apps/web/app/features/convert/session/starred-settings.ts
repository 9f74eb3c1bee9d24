import type { OutputId } from '@switchyard/recipe/model'

/** What a favourite of settings opens, behind the path of the screen. Where nothing stands there, the settings used last are taken. */
export function starredSettings(link: string, output: OutputId): string {
  const { search, hash } = new URL(link)
  return search + hash || `?target=${output}`
}
