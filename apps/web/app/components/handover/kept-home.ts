import type { Handover } from './handover.ts'
import { KeptBeside } from './kept-beside.ts'

/** What stands on the first page of the tab; `isTaken`: the converter has it. */
export interface KeptHome extends Handover {
  isTaken?: true
}

const home = new KeptBeside<KeptHome>('home')

/** What stood on the first page of this tab, also before it was loaded anew. */
export const keptHome = (): Promise<KeptHome | undefined> => home.load()

/** Keeps what stands on the first page as long as the tab; undefined: nothing does. */
export const keepHome = (next: KeptHome | undefined): Promise<void> => home.keep(next)
