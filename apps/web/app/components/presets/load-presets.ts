import type { FetchedText } from '../../workers/fetch-worker.ts'
import type { DailyText } from '../engine/daily-text.ts'
import { BUNDLED_AT, BUNDLED_PRESETS } from './bundled-presets.ts'
import { ACL4SSR, contentsAddress, placeText, type PresetPlace } from './preset-place.ts'
import { type ContentsFailure, type PresetFile, readContent, readListing } from './read-contents.ts'

type Refusal = Extract<FetchedText, { error: unknown }>

/** Why the code host gave nothing. */
export interface PresetFailure {
  code: Exclude<Refusal['error'], 'not-a-subscription' | 'bad-archive'> | ContentsFailure | 'rate-limited' | 'not-found'
  status?: number
  /** When it may be asked again, ms. */
  retryAt?: number
}

/** What is there, and why the code host did not say it anew: one of them, or both. */
export interface PresetAnswer<T> {
  value?: T
  failure?: PresetFailure
}

/** The presets of a folder. */
export interface ListedPresets {
  files: readonly PresetFile[]
  /** They come with the app, not from the code host. */
  isBundled?: true
  at: number
}

export interface PresetText {
  text: string
  at: number
}

/** How a text is asked for once a day. */
export type AskDaily = (address: string, anew?: boolean) => Promise<DailyText>

/** The folder that the app knows itself. */
const isBundled = (place: PresetPlace): boolean => placeText(place) === placeText(ACL4SSR)

/** What is shown before anything was asked for; undefined where the app does not know the folder. */
export const bundledList = (place: PresetPlace): ListedPresets | undefined =>
  isBundled(place) ? { files: BUNDLED_PRESETS, isBundled: true, at: BUNDLED_AT } : undefined

/** The presets of a folder, as the code host lists them; of the folder that the app knows itself there is always a list. */
export async function loadPresets(
  place: PresetPlace,
  base: string,
  ask: AskDaily,
  anew = false,
): Promise<PresetAnswer<ListedPresets>> {
  const loaded = await load(contentsAddress(base, place), ask, anew, (text) => readListing(text, place))
  const value = loaded.value ? { files: loaded.value, at: loaded.at! } : bundledList(place)
  return withFailure(value, loaded.failure)
}

/** The text of one preset. */
export async function loadPreset(
  place: PresetPlace,
  base: string,
  ask: AskDaily,
  anew = false,
): Promise<PresetAnswer<PresetText>> {
  const loaded = await load(contentsAddress(base, place), ask, anew, readContent)
  return withFailure(loaded.value && { text: loaded.value.text, at: loaded.at! }, loaded.failure)
}

async function load<T extends object>(
  address: string,
  ask: AskDaily,
  anew: boolean,
  read: (text: string) => T | { failure: ContentsFailure },
): Promise<PresetAnswer<T> & { at?: number }> {
  const answer = await ask(address, anew)
  if ('error' in answer) return { failure: refused(answer) }
  const value = read(answer.text)
  if ('failure' in value) return { failure: answer.refusal ? refused(answer.refusal) : { code: value.failure } }
  return { ...withFailure<T>(value, answer.refusal && refused(answer.refusal)), at: answer.savedAt }
}

const withFailure = <T>(value: T | undefined, failure: PresetFailure | undefined): PresetAnswer<T> => ({
  ...(value === undefined ? {} : { value }),
  ...(failure === undefined ? {} : { failure }),
})

const NOT_FOUND = 404
const LIMITED = [403, 429]

function refused({ error, status, retryAt }: Refusal): PresetFailure {
  if (error === 'bad-status' && status === NOT_FOUND) return { code: 'not-found' }
  if (error === 'bad-status' && status !== undefined && LIMITED.includes(status) && retryAt !== undefined)
    return { code: 'rate-limited', retryAt }
  if (error === 'not-a-subscription' || error === 'bad-archive') return { code: 'not-a-listing' }
  return { code: error, ...(status === undefined ? {} : { status }) }
}
