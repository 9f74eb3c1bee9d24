import { placeId } from '../../components/presets/preset-place.ts'
import type { PresetFile } from '../../components/presets/read-contents.ts'

/** As long as an account takes the id of a favourite. */
const ID_MAX = 200

/** A preset as it is starred; undefined: its place is too long for an account. */
export function starOf({ place, name }: PresetFile): { kind: 'preset'; id: string; name: string } | undefined {
  const id = placeId(place)
  return id.length > ID_MAX ? undefined : { kind: 'preset', id, name: name.slice(0, 64) }
}
