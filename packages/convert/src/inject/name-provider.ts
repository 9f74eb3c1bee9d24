import { findNode, resolved, valueOf } from '../document/document-node.ts'
import { removeAt } from '../document/edit-document.ts'
import { isRecord } from '../text/record.ts'
import type { WantedChange } from './change.ts'
import type { ChangeNotes } from './change-report.ts'
import type { ConfigState } from './config-state.ts'
import type { NamedPart } from './shared/config-editor.ts'
import { isSame } from './same-value.ts'
import { setOne } from './set-one.ts'

/** Adds to what a provider does to the names of its nodes. */
export function prefixProvider(
  { provider, prefix, suffix, renames }: WantedChange & { kind: 'prefix-provider' },
  state: ConfigState,
  notes: ChangeNotes,
): void {
  const part = renamingPart(provider, state, notes)
  if (part === undefined) return
  const before = findNode(part.map, ['override', 'proxy-name'])
  const known = before === undefined ? [] : valueOf(before)
  const patterns = Array.isArray(known) ? known : []
  const fresh = renames.filter((one) => !patterns.some((other) => isSame(other, one)))
  const override: Record<string, unknown> = {
    ...(prefix !== undefined && { 'additional-prefix': prefix }),
    ...(suffix !== undefined && { 'additional-suffix': suffix }),
    ...(renames.length > 0 && { 'proxy-name': [...patterns, ...fresh] }),
  }
  for (const [key, value] of Object.entries(override)) setOne([...part.path, 'override', key], value, state, notes)
}

/** Has a provider do this to the names of its nodes and nothing else; what else it overrides stays. */
export function nameProvider(
  { provider, naming: { prefix, suffix, renames } }: WantedChange & { kind: 'name-provider' },
  state: ConfigState,
  notes: ChangeNotes,
): void {
  const part = renamingPart(provider, state, notes)
  if (part === undefined) return
  const wanted: Readonly<Record<string, unknown>> = {
    'proxy-name': renames.length > 0 ? renames.map(({ pattern, target }) => ({ pattern, target })) : undefined,
    'additional-prefix': prefix || undefined,
    'additional-suffix': suffix || undefined,
  }
  const node = findNode(part.map, ['override'])
  const override = node && valueOf(node)
  const before = isRecord(override) ? override : {}
  const others = Object.keys(before).filter((key) => !Object.hasOwn(wanted, key))
  const filled = Object.entries(wanted).filter(([, value]) => value !== undefined)
  const path = [...part.path, 'override']
  if (filled.length === 0 && others.length === 0) {
    if (node === undefined || resolved(node).kind !== 'map') return notes.skip()
    notes.written(
      state.draft.edit((document) => removeAt(document, path), path),
      'override',
    )
    return
  }
  if (!isRecord(override)) return setOne(path, Object.fromEntries(filled), state, notes)
  for (const [key, value] of Object.entries(wanted)) {
    const at = [...path, key]
    if (value !== undefined) setOne(at, value, state, notes)
    else if (Object.hasOwn(before, key))
      notes.written(
        state.draft.edit((document) => removeAt(document, at), at),
        key,
      )
  }
}

/** A provider of a client that lets providers rename. */
function renamingPart(provider: string, state: ConfigState, notes: ChangeNotes): NamedPart | undefined {
  const part = state.part('proxy-provider', provider)
  if (part === undefined) notes.refuse('name-missing', { name: provider, ...state.nearest(provider, 'proxy-provider') })
  else if (state.editor.renamesProviderNodes) return part
  else notes.refuse('change-refused', { reason: 'client', key: 'override' })
  return undefined
}
