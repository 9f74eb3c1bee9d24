import { useEffect } from 'react'
import type { IconName } from '../ui/icons.ts'
import { createStore } from './store.ts'

/** Something the page that is shown can do: listed in the command palette, and run by its keys. */
export interface PageAction {
  id: string
  /** In the language of the page. */
  label: string
  icon?: IconName
  /** More words to find it by: its name in English, in pinyin, and the initials of that. */
  keywords: string
  /** 'mod+enter', '/', 'mod+alt+c'. Shown in the palette and under `?`. */
  keys?: string
  disabled?: boolean
  run: () => void
}

export const pageActions = createStore<readonly PageAction[]>([])

/** Keys that a part of the page hears itself, such as those of a table: listed under `?`. */
export interface KeyGroup {
  name: string
  rows: readonly { keys: string; label: string }[]
}

export const keyGroups = createStore<readonly KeyGroup[]>([])

/** The keys of a part of the page, for as long as it is shown. Hand in the same group until something in it changes. */
export function useKeyGroup(group: KeyGroup): void {
  useEffect(() => {
    keyGroups.set((shown) => [...shown, group])
    return () => keyGroups.set((shown) => shown.filter((one) => one !== group))
  }, [group])
}

/** The actions of a screen, for as long as it is shown. Hand in the same list until something in it changes. */
export function usePageActions(actions: readonly PageAction[]): void {
  useEffect(() => {
    pageActions.set((shown) => [...shown, ...actions])
    return () => pageActions.set((shown) => shown.filter((action) => !actions.includes(action)))
  }, [actions])
}
