import { type JsonObject, recordOf } from './is-record.ts'
import { NO_EDITS } from './no-edits.ts'
import { DEFAULT_COMMON, DEFAULT_TARGET_OPTIONS } from './recipe.ts'

/** What recipes are saved as now. */
export const RECIPE_VERSION = 1
/** Of drafts from before there were versions: they name none. */
export const FIRST_VERSION = 0

type Saved = Readonly<JsonObject>

/** From each version to the next. A released one is never changed: what it wrote is on devices and in files. */
const MIGRATIONS: readonly ((saved: Saved) => Saved)[] = [fromDraft]

/** What was saved as a version, as this version saves it; undefined where a newer program saved it. */
export function migrated(saved: Saved, version: number): Saved | undefined {
  if (!Number.isInteger(version) || version < FIRST_VERSION || version > RECIPE_VERSION) return undefined
  return MIGRATIONS.slice(version).reduce((before, migrate) => migrate(before), saved)
}

/** Version 0: what came later is missing, there are no steps, and an edited node may stand alone. */
function fromDraft(draft: Saved): Saved {
  const edits = recordOf(draft['edits'])
  const options = Object.entries(recordOf(draft['perTarget'])).map(([target, given]) => [
    target,
    { ...DEFAULT_TARGET_OPTIONS, ...recordOf(given) },
  ])
  return {
    ...draft,
    steps: [],
    edits: { ...NO_EDITS, ...edits, nodes: editsOfNodes(recordOf(edits['nodes'])) },
    common: { ...DEFAULT_COMMON, ...recordOf(draft['common']) },
    perTarget: Object.fromEntries(options),
  }
}

/** In version 0 an edit was a pair of `from` and `to`, or the node itself. */
function editsOfNodes(nodes: JsonObject): JsonObject {
  const edits = Object.entries(nodes).map(([key, edit]) => {
    const isPair = typeof edit === 'object' && edit !== null && 'from' in edit && 'to' in edit
    return [key, isPair ? edit : { node: edit }]
  })
  return Object.fromEntries(edits)
}
