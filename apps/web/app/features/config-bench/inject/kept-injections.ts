import { KeptThings } from '../../../components/kept/kept-things.ts'
import { createStore } from '../../../lib/store.ts'
import { EMPTY_SET, type InjectionSet, readInjection } from './injection-set.ts'

/** What is to go in, while this tab is open. */
export const injectionDraft = createStore<InjectionSet>(EMPTY_SET)

/** The sets that a person keeps by name. */
export const keptInjections = new KeptThings<InjectionSet>({ kind: 'injection', version: 1, read: readInjection })
