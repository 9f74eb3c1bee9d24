import { createStore } from '../../lib/store.ts'
import { DEFAULT_OPTIONS, type JavaOptions } from './code/options.ts'

/** For as long as the page is open: kept nowhere, since a config may hold passwords. */
export const javaInput = createStore('')

export const javaOptions = createStore<JavaOptions>(DEFAULT_OPTIONS)
