import { useStore } from '../../lib/store.ts'
import { changeUiSettings, uiSettings, type UiSettings } from '../kept-settings/ui-settings.ts'

const NOTHING_KEPT: UiSettings = {}

/** Whether editors wrap long lines, and the function that changes it. The device keeps the choice. */
export function useWrap(): readonly [boolean, () => void] {
  const { wrap = false } = useStore(uiSettings, NOTHING_KEPT)
  return [wrap, () => changeUiSettings({ wrap: !wrap })]
}
