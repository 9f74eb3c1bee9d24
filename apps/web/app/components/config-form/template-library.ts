import { deviceStore } from '../../lib/device-store.ts'
import { randomId } from '../../lib/random-id.ts'
import { createStore, type Store } from '../../lib/store.ts'
import type { BrowserFetchFailure } from '../../workers/fetch-worker.ts'
import { fetchText } from '../engine/fetch-client.ts'

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
}

export type TemplateChanges = Partial<Omit<OwnTemplate, 'id' | 'url'>>

export const TEMPLATE_MAX_BYTES = 5 * 1024 * 1024

const inStore = deviceStore<OwnTemplate>('switchyard-templates', 'templates', 'id')

/** The templates of the user, in the order they were added. */
export class TemplateLibrary {
  readonly list: Store<readonly OwnTemplate[]> = createStore<readonly OwnTemplate[]>([])

  /** Those of the device, and those that the tab's draft brings. */
  async start(ofTab: readonly OwnTemplate[]): Promise<void> {
    const onDevice = await inStore('readonly', (store) => store.getAll()).catch((): OwnTemplate[] => [])
    const ids = new Set(onDevice.map(({ id }) => id))
    const known = [...onDevice, ...ofTab.filter(({ id }) => !ids.has(id))]
    this.list.set((added) => [...known.sort((one, other) => one.at - other.at), ...added])
  }

  /** What only this tab has. */
  ofTab(): OwnTemplate[] {
    return this.list.get().filter(({ isKept }) => !isKept)
  }

  add(template: Omit<OwnTemplate, 'id'>): OwnTemplate {
    const added = { ...template, id: randomId() }
    this.put(added)
    return added
  }

  /** Adds a template, puts another in its place, or back where it was. */
  put(template: OwnTemplate, at?: number): void {
    this.list.set((list) => {
      const index = list.findIndex(({ id }) => id === template.id)
      if (index >= 0) return list.with(index, template)
      return list.toSpliced(at ?? list.length, 0, template)
    })
    void (
      template.isKept
        ? inStore('readwrite', (store) => store.put(template))
        : inStore<undefined>('readwrite', (store) => store.delete(template.id))
    ).catch(() => undefined)
  }

  /** Changes a template as it stands by now; one that went in the meantime stays gone. */
  change(id: string, changes: TemplateChanges): OwnTemplate | undefined {
    const template = this.list.get().find((one) => one.id === id)
    if (!template) return undefined
    const changed = { ...template, ...changes }
    this.put(changed)
    return changed
  }

  remove(id: string): void {
    this.list.set((list) => list.filter((one) => one.id !== id))
    void inStore<undefined>('readwrite', (store) => store.delete(id)).catch(() => undefined)
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
