import { readRulePath, type RulePath } from '@switchyard/convert/facts'

/** A folder or a file in a public repository of the code host. */
export type PresetPlace = RulePath

/** As the server says nothing else: the public API of GitHub. */
const PUBLIC_BASE = 'https://api.github.com'

/** The presets that the list begins with. */
export const ACL4SSR: PresetPlace = { owner: 'ACL4SSR', repo: 'ACL4SSR', path: 'Clash/config', ref: 'master' }

/** Files that may be a preset. */
const PRESET_FILE = /\.(?:ini|conf|txt|ya?ml|json)$/i

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** As `readRulePath` reads it. */
export const placeText = ({ owner, repo, path, ref }: PresetPlace): string => `${owner}/${repo}/${path}@${ref}`

/** What is asked of the code host: the list of a folder, or a file with its content. `base`: as the server says it. */
export function contentsAddress(base: string, { owner, repo, path, ref }: PresetPlace): string {
  const of = path.split('/').map(encodeURIComponent).join('/')
  return `${base || PUBLIC_BASE}/repos/${owner}/${repo}/contents/${of}?ref=${encodeURIComponent(ref)}`
}

/** The host that is asked. */
export const presetHost = (base: string): string => new URL(base || PUBLIC_BASE).host

/** Where a person reads a file at the public host; undefined: the server names another one. */
export function pageAddress(base: string, { owner, repo, path, ref }: PresetPlace): string | undefined {
  if (base && base !== PUBLIC_BASE) return undefined
  const of = path.split('/').map(encodeURIComponent).join('/')
  return `https://github.com/${owner}/${repo}/blob/${ref.split('/').map(encodeURIComponent).join('/')}/${of}`
}

export const isPresetFile = (name: string): boolean => PRESET_FILE.test(name)

/** The folder of a file; the place itself where it is no file. */
export function folderOf(place: PresetPlace): PresetPlace {
  const cut = place.path.lastIndexOf('/')
  return isPresetFile(place.path) && cut > 0 ? { ...place, path: place.path.slice(0, cut) } : place
}

export const nameOf = ({ path }: PresetPlace): string => path.slice(path.lastIndexOf('/') + 1)

/** A place as what is kept is named: without letters that an account does not take there. */
export const placeId = (place: PresetPlace): string =>
  encodeURIComponent(placeText(place)).replaceAll('%2F', '/').replaceAll('%40', '@')

/** Reads what `placeId` wrote; undefined: it is the id of something else. */
export function readPlaceId(id: string): PresetPlace | undefined {
  const place = readRulePath(decoded(id))
  return 'issue' in place ? undefined : place
}

const TEMPLATE_PREFIX = 'preset/'

/** How a preset is called among templates. */
export const presetTemplateId = (place: PresetPlace): string => TEMPLATE_PREFIX + placeId(place)

/** The preset that is called so among templates; undefined: it is no preset. */
export const presetOfTemplate = (id: string): PresetPlace | undefined =>
  id.startsWith(TEMPLATE_PREFIX) ? readPlaceId(id.slice(TEMPLATE_PREFIX.length)) : undefined

/** Where a preset is shown that is kept under an id; undefined: the id is none of a place. */
export function presetPath(id: string): string | undefined {
  const place = readPlaceId(id)
  return place && `/presets?${new URLSearchParams({ at: placeText(place) })}`
}
