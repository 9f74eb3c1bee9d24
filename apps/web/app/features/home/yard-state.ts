import type { ClientId, Glance } from '@switchyard/recipe/model'

/** What a client gets of the nodes. */
export interface Written {
  /** How many nodes stand in its config. */
  /** Notices are counted beside the nodes. */
  kept: number
  /** How many of them tell of traffic or expiry and are no servers. */
  notices: number
  /** Why there is no config. */
  error?: string
  /** Rule lists that are left out, as nobody may be asked for them. */
  missingLists: number
  /** Hosts that have those lists. */
  hosts: readonly string[]
}

export interface YardState {
  /**
   * `sample`: nothing was given yet. `nothing`: there is no node in it. `unloaded`: the engine did not come, `broken`:
   * it ended by itself.
   */
  status: 'sample' | 'reading' | 'ready' | 'nothing' | 'too-large' | 'unloaded' | 'broken'
  /** How many texts were read before: a picture of another text is drawn anew. */
  drawn: number
  /** Entries read so far, once a reading takes long. */
  progress?: number
  /** What was read last; it stays in sight until there is something newer. */
  glance?: Glance
  written: Readonly<Partial<Record<ClientId, Written>>>
}

export type YardEvent =
  | { type: 'given' }
  | { type: 'cleared' }
  | { type: 'progress'; entries: number }
  | { type: 'read'; glance: Glance }
  | { type: 'written'; client: ClientId; written: Written }
  | { type: 'failed'; status: 'too-large' | 'unloaded' | 'broken' }

export const SAMPLE_YARD: YardState = { status: 'sample', drawn: 0, written: {} }

/** The only way from one picture to the next. */
export function afterYardEvent(state: YardState, event: YardEvent): YardState {
  switch (event.type) {
    case 'given':
      return { ...withoutProgress(state), status: 'reading', written: {} }
    case 'cleared':
      return { ...SAMPLE_YARD, drawn: state.drawn + 1 }
    case 'progress':
      return state.status === 'reading' ? { ...state, progress: event.entries } : state
    case 'read': {
      const { glance } = event
      const status = glance.counts.nodes === 0 ? 'nothing' : 'ready'
      return { ...withoutProgress(state), status, glance, drawn: state.drawn + 1 }
    }
    case 'written':
      return { ...state, written: { ...state.written, [event.client]: event.written } }
    case 'failed':
      // What is in the picture is of another text.
      return { status: event.status, drawn: state.drawn, written: {} }
  }
}

function withoutProgress(state: YardState): YardState {
  const { progress: _, ...others } = state
  return others
}
