import { createContext, useContext, useSyncExternalStore } from 'react'
import { useStore } from '../../../lib/store.ts'
import { FIRST_STATE } from '../../../components/engine/desk-state.ts'
import { startHistory } from '../../../components/node-list/edit-history.ts'
import { EMPTY_MODEL, type ConvertState, type Model } from './model.ts'
import type { ConvertSession } from './session.ts'

/** The conversion that the components of the screen belong to. */
export const SessionContext = createContext<ConvertSession | undefined>(undefined)

export function useSession(): ConvertSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('Outside of the convert screen')
  return session
}

const ON_SERVER = startHistory(EMPTY_MODEL)

export function useModel(): Model {
  return useStore(useSession().history, ON_SERVER).now
}

/** Renders only when this part of the model is another one. */
export function useModelPart<T>(partOf: (model: Model) => T): T {
  const { history } = useSession()
  return useSyncExternalStore(
    history.subscribe,
    () => partOf(history.get().now),
    () => partOf(EMPTY_MODEL),
  )
}

export function useHistoryState(): { canUndo: boolean; canRedo: boolean } {
  const { history } = useSession()
  const canUndo = useSyncExternalStore(
    history.subscribe,
    () => history.get().past.length > 0,
    () => false,
  )
  const canRedo = useSyncExternalStore(
    history.subscribe,
    () => history.get().future.length > 0,
    () => false,
  )
  return { canUndo, canRedo }
}

/** Renders only when this part of the state is another one. */
export function useStatePart<T>(partOf: (state: ConvertState) => T): T {
  const { state } = useSession().desk
  return useSyncExternalStore(
    state.subscribe,
    () => partOf(state.get()),
    () => partOf(FIRST_STATE),
  )
}

export function useConvertState(): ConvertState {
  return useStore<ConvertState>(useSession().desk.state, FIRST_STATE)
}

/** Whether the result is for the chosen client. After a choice the result of the client before stays for a while. */
export function useIsOfOutput(): boolean {
  const output = useModelPart(({ output }) => output)
  return useStatePart(({ madeFor }) => madeFor === output)
}
