import type { MappingSet } from '@switchyard/recipe/mapping'
import type { MappingChoices, MappingTrial } from '@switchyard/recipe'
import { proxy } from 'comlink'
import { useEffect, useState } from 'react'
import { WorkerClient, WorkerGone } from '../../components/engine/worker-client.ts'
import { KeptBeside } from '../../components/handover/kept-beside.ts'
import { type CurrentList, currentLists, type ListPlace } from '../../components/node-list/current-lists.ts'
import type { Locale } from '../../lib/locale.ts'
import { createStore } from '../../lib/store.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import type { ConvertWorkerApi } from '../../workers/convert-worker.ts'

export type TrialPlace = ListPlace | 'pasted'

/** The nodes that a mapping is tried on. */
export interface TrialNodes {
  from: TrialPlace
  list: CurrentList
}

const PASTED = 'pasted'
export const pastedNodes = (text: string): TrialNodes => ({
  from: PASTED,
  list: { sources: [{ id: PASTED, kind: 'text', name: '', text, enabled: true }] },
})
export const NO_NODES = pastedNodes('')
export const pastedText = ({ from, list }: TrialNodes): string => (from === PASTED ? (list.sources[0]?.text ?? '') : '')

const kept = new KeptBeside<TrialNodes>('mapping')
/** What the node table keeps, whether it was opened since the page was loaded or not. */
const tableLists = new KeptBeside<CurrentList>('table')
export const trialNodes = createStore<TrialNodes>(NO_NODES)
let isStarted = false

/** The nodes of a screen of this tab, or those that were tried on before the page was loaded anew. */
export async function startTrialNodes(): Promise<void> {
  const now = trialNodes.get()
  const lists = currentLists()
  // What was chosen is as its screen has it now; where nothing was, the first screen with nodes is.
  const chosen = lists.find(([place]) => place === now.from) ?? (now === NO_NODES ? lists[0] : undefined)
  if (chosen) takeNodes({ from: chosen[0], list: chosen[1] })
  if (isStarted) return
  isStarted = true
  const before = await kept.load()
  const table = before ? undefined : await tableLists.load()
  if (trialNodes.get() !== NO_NODES) return
  if (before) trialNodes.set(before)
  else if (table) trialNodes.set({ from: 'table', list: table })
}

export function takeNodes(nodes: TrialNodes): void {
  trialNodes.set(nodes)
  void kept.keep(nodes === NO_NODES ? undefined : nodes)
}

const engine = new WorkerClient<ConvertWorkerApi>(
  () => new Worker(new URL('../../workers/convert-worker.ts', import.meta.url), { type: 'module' }),
  () => (read = undefined),
)
/** The sources that the worker has read. */
let read: CurrentList['sources'] | undefined

function tryMapping({ sources, edits }: CurrentList, set: MappingSet, lang: Locale): Promise<MappingTrial> {
  return engine.ask(async (api) => {
    const used = sources.filter(({ enabled, text }) => enabled && text !== '')
    if (read !== sources) {
      for (const { id } of read ?? []) await api.list.forget(id)
      const heard = proxy(() => undefined)
      for (const { id, name, text } of used) await api.list.read(id, name, text, undefined, heard)
      read = sources
    }
    return api.list.tryMapping({ sources: used.map(({ id }) => id), lang, ...(edits ? { edits } : {}) }, set)
  })
}

/** What is longer under way is stopped: the page stays alive, and so does its worker for the next text. */
const TIME_MAX_MS = 20_000
const TYPING_MS = 120

/** What a mapping makes of nodes. While the next answer is under way the last one stays. */
export function useTrial({ list }: TrialNodes, set: MappingSet): MappingTrial | 'failed' | undefined {
  const locale = useRouteLocale()
  const [trial, setTrial] = useState<MappingTrial | 'failed'>()
  useEffect(() => {
    let isWanted = true
    const timer = setTimeout(() => {
      const stop = setTimeout(() => engine.stop(), TIME_MAX_MS)
      void tryMapping(list, set, locale)
        .catch((error: unknown) => {
          if (error instanceof WorkerGone) return 'failed' as const
          throw error
        })
        .then((found) => isWanted && setTrial(found))
        .finally(() => clearTimeout(stop))
    }, TYPING_MS)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [list, set, locale])
  return trial
}

const NO_CHOICES: MappingChoices = { types: [], groups: [] }

/** What rows can name, whatever the nodes are. */
export function useMappingChoices(): MappingChoices {
  const locale = useRouteLocale()
  const [choices, setChoices] = useState(NO_CHOICES)
  useEffect(() => {
    let isWanted = true
    void engine
      .ask((api) => api.settings.mappingChoices(locale))
      .then(
        (found) => isWanted && setChoices(found),
        // Whoever types may still name anything.
        () => undefined,
      )
    return () => {
      isWanted = false
    }
  }, [locale])
  return choices
}
