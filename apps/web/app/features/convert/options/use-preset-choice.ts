import type { ChosenTemplate } from '@switchyard/recipe/model'
import { ACL4SSR, nameOf, presetOfTemplate } from '../../../components/presets/preset-place.ts'
import {
  type AskedPresets,
  type AskedText,
  usePresets,
  usePresetText,
} from '../../../components/presets/use-presets.ts'

interface PresetChoice {
  list: AskedPresets
  text: AskedText
  /** The chosen one, once its text is there. */
  chosen: ChosenTemplate | undefined
}

/** The presets to choose from, and the chosen one as a template. Nobody is asked before they are shown. */
export function usePresetChoice(isShown: boolean, selected: string, inUse: ChosenTemplate | undefined): PresetChoice {
  const list = usePresets(isShown ? ACL4SSR : undefined)
  const place = isShown ? presetOfTemplate(selected) : undefined
  const isInUse = place !== undefined && inUse?.id === selected
  const text = usePresetText(isInUse ? undefined : place)
  const fetched = place && text.value && { id: selected, name: nameOf(place), text: text.value.text }
  return { list, text, chosen: isInUse ? inUse : fetched }
}
