import { readRulePath } from '@switchyard/convert/facts'
import { useEffect, useState } from 'react'
import { useAppConfig } from '../../lib/app-config.ts'
import {
  type AskDaily,
  bundledList,
  type PresetAnswer,
  loadPreset,
  loadPresets,
  type ListedPresets,
  type PresetText,
} from './load-presets.ts'
import { placeText, type PresetPlace } from './preset-place.ts'

// The list that comes with the app is there without it.
const ask: AskDaily = async (...asked) => (await import('../engine/fetch-client.ts')).fetchDaily(...asked)

export interface WatchedAnswer<T> extends PresetAnswer<T> {
  isLoading: boolean
  /** Asks the code host, even if there is a copy of today. */
  refresh: () => void
}

export type AskedPresets = WatchedAnswer<ListedPresets>
export type AskedText = WatchedAnswer<PresetText>

/** The presets of a folder, asked for when it is first shown; undefined: none is wanted. */
export function usePresets(place: PresetPlace | undefined): AskedPresets {
  const asked = useAsked(place && placeText(place), loadPresets)
  const known = place && bundledList(place)
  return asked.value || asked.failure || !known ? asked : { ...asked, value: known }
}

/** The text of a preset; undefined: none is wanted. */
export function usePresetText(place: PresetPlace | undefined): AskedText {
  return useAsked(place && placeText(place), loadPreset)
}

type Load<T> = (place: PresetPlace, base: string, ask: AskDaily, anew?: boolean) => Promise<PresetAnswer<T>>

/** The answer of the code host for one place. A late one for another place is not shown. */
function useAsked<T>(wanted: string | undefined, load: Load<T>): WatchedAnswer<T> {
  const { presetsBase } = useAppConfig()
  const [known, setKnown] = useState<{ of: string; answer: PresetAnswer<T> }>()
  const [asked, setAsked] = useState<{ of: string | undefined; times: number }>({ of: undefined, times: 0 })
  const [isLoading, setLoading] = useState(false)
  const anew = asked.of === wanted ? asked.times : 0
  useEffect(() => {
    const place = readRulePath(wanted ?? '')
    if (wanted === undefined || 'issue' in place) return
    let isWanted = true
    setLoading(true)
    void load(place, presetsBase, ask, anew > 0).then((answer) => {
      if (!isWanted) return
      setKnown({ of: wanted, answer })
      setLoading(false)
    })
    return () => {
      isWanted = false
    }
  }, [wanted, load, presetsBase, anew])
  const isKnown = known !== undefined && known.of === wanted
  return {
    ...(isKnown ? known.answer : {}),
    isLoading: wanted !== undefined && (isLoading || !isKnown),
    refresh: () => setAsked({ of: wanted, times: anew + 1 }),
  }
}
