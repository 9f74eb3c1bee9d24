import { isRecord } from '@switchyard/convert/record'
import { deviceStore } from '../../lib/device-store.ts'
import { randomId } from '../../lib/random-id.ts'
import { createStore, type ReadStore, type Store } from '../../lib/store.ts'
import type { BrowserFetchFailure } from '../../workers/fetch-worker.ts'
import { fetchText } from '../engine/fetch-client.ts'
import { type KeptThing, KeptThings } from '../kept/kept-things.ts'

/** A template that the user added: from a file, pasted, or from an address. */
export interface OwnTemplate {
  id: string
  name: string
  text: string
  /** Where it was fetched from. */
  url?: string
  /** When its text was added or fetched, ms. */
  at: number
  /** Stays on this device; else it goes with the tab. */
  isKept: boolean
  /** The account has it too. */
  isInAccount?: true
}

export type TemplateChanges = Partial<Omit<OwnTemplate, 'id' | 'url' | 'isInAccount'>>

export const TEMPLATE_MAX_BYTES = 5 * 1024 * 1024

type KeptTemplate = Pick<OwnTemplate, 'text' | 'url' | 'at'>

/** The templates that stay on this device, and in the account of their person where a button said so. */
export const keptTemplates = new KeptThings<KeptTemplate>({
  kind: 'template',
  version: 1,
  read(value) {
    if (!isRecord(value) || typeof value['text'] !== 'string' || typeof value['at'] !== 'number') return undefined
    const { text, at, url } = value
    return { text, at, ...(typeof url === 'string' ? { url } : {}) }
  },
})

const ownOf = ({ id, name, value, isInAccount }: KeptThing<KeptTemplate>): OwnTemplate => ({
  id,
  name,
  ...value,
  isKept: true,
  ...(isInAccount ? { isInAccount } : {}),
})

/** Where templates stood before they were kept beside mapping sets. */
const inStoreOfBefore = deviceStore<OwnTemplate>('switchyard-templates', 'templates', 'id')

async function bringFromBefore(): Promise<void> {
  const before = await inStoreOfBefore('readonly', (store) => store.getAll()).catch((): OwnTemplate[] => [])
  for (const { id, name, text, url, at } of before) {
    if (!keptTemplates.find(id)) await keptTemplates.save({ id, name, value: { text, at, ...(url ? { url } : {}) } })
    await inStoreOfBefore<undefined>('readwrite', (store) => store.delete(id)).catch(() => undefined)
  }
}

/** The templates of the user: those that are kept, and after them those that go with the tab. */
export class TemplateLibrary {
  readonly #ofTab: Store<readonly OwnTemplate[]> = createStore<readonly OwnTemplate[]>([])
  readonly #list: Store<readonly OwnTemplate[]> = createStore<readonly OwnTemplate[]>([])
  readonly list: ReadStore<readonly OwnTemplate[]> = this.#list

  constructor() {
    const follow = () => this.#list.set([...keptTemplates.state.get().things.map(ownOf), ...this.#ofTab.get()])
    this.#ofTab.subscribe(follow)
    keptTemplates.state.subscribe(follow)
  }

  /** Those of the device, and those that the tab's draft brings. */
  async start(ofTab: readonly OwnTemplate[]): Promise<void> {
    await keptTemplates.start()
    await bringFromBefore()
    this.#ofTab.set((added) => [...ofTab.filter(({ id }) => !keptTemplates.find(id)), ...added])
  }

  /** What only this tab has. */
  ofTab(): readonly OwnTemplate[] {
    return this.#ofTab.get()
  }

  add(template: Omit<OwnTemplate, 'id'>): OwnTemplate {
    const added = { ...template, id: randomId() }
    this.#put(added)
    return added
  }

  /** Changes a template as it stands by now; one that went in the meantime stays gone. */
  change(id: string, changes: TemplateChanges): OwnTemplate | undefined {
    const template = this.#list.get().find((one) => one.id === id)
    if (!template) return undefined
    const changed = { ...template, ...changes }
    if (template.isKept && !changed.isKept) keptTemplates.remove(id)
    this.#put(changed)
    return changed
  }

  /** Takes one away. Gives back how it comes back. */
  remove(id: string): () => void {
    const at = this.#ofTab.get().findIndex((one) => one.id === id)
    if (at < 0) return keptTemplates.remove(id)
    const gone = this.#ofTab.get()[at]!
    this.#ofTab.set((list) => list.toSpliced(at, 1))
    return () => this.#ofTab.set((list) => list.toSpliced(at, 0, gone))
  }

  #put(template: OwnTemplate): void {
    const { id, name, text, url, at, isKept } = template
    const index = this.#ofTab.get().findIndex((one) => one.id === id)
    if (isKept) {
      if (index >= 0) this.#ofTab.set((list) => list.toSpliced(index, 1))
      void keptTemplates.save({ id, name, value: { text, at, ...(url === undefined ? {} : { url }) } })
    } else this.#ofTab.set((list) => (index < 0 ? [...list, template] : list.with(index, template)))
  }
}

export type TemplateFailure =
  | 'refused'
  | 'unreachable'
  | 'redirected'
  | 'timeout'
  | 'too-large'
  | 'bad-status'
  | 'not-a-template'
  | 'address'
  | 'not-https'

/** The text of a template at an address, asked for by this browser alone. */
export async function fetchTemplate(url: string): Promise<{ text: string } | { error: TemplateFailure }> {
  if (!URL.canParse(url)) return { error: 'address' }
  if (new URL(url).protocol !== 'https:') return { error: 'not-https' }
  const answer = await fetchText(url)
  if ('error' in answer) return { error: failureOf(answer.error) }
  return new Blob([answer.text]).size > TEMPLATE_MAX_BYTES ? { error: 'too-large' } : { text: answer.text }
}

function failureOf(failure: BrowserFetchFailure): TemplateFailure {
  return failure === 'not-a-subscription' || failure === 'bad-archive' ? 'not-a-template' : failure
}

/** The file's name, or the site's where the address ends without one; never what stands behind a question mark. */
export function templateNameOf(address: string): string {
  const { pathname, host } = new URL(address)
  try {
    return decodeURIComponent(pathname.split('/').findLast((part) => part !== '') ?? host).slice(0, 80)
  } catch {
    return host
  }
}
