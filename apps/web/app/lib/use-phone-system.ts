import { useSyncExternalStore } from 'react'
import { phoneSystemOf, type PhoneSystem } from './phone-system.ts'

const neverChanges = () => () => {}

/** The system of the phone or tablet. On the server it is undefined, as on a computer. The first drawing in the browser is the same. */
export function usePhoneSystem(): PhoneSystem | undefined {
  return useSyncExternalStore(
    neverChanges,
    () => phoneSystemOf(navigator),
    () => undefined,
  )
}
