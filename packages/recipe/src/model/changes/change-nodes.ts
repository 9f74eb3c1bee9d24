import type { NodeChange, NodeEdits } from '../nodes/edits.ts'
import { editOf } from '../nodes/node-edit.ts'
import { tidyName } from '../nodes/tidy-name.ts'
import { type Recipe, TEXT_SOURCE } from '../recipe.ts'
import { ownValue } from '../values/own-value.ts'

/** Changes of what a person says about single nodes. */

export function withEdits<R extends Recipe>(recipe: R, change: Partial<NodeEdits>): R {
  return { ...recipe, edits: { ...recipe.edits, ...change } }
}

const union = (list: readonly string[], keys: readonly string[]) => [...new Set([...list, ...keys])]
const without = (list: readonly string[], keys: readonly string[]) => {
  const gone = new Set(keys)
  return list.filter((key) => !gone.has(key))
}

export const deleteNodes = <R extends Recipe>(recipe: R, keys: readonly string[]): R =>
  withEdits(recipe, { deleted: union(recipe.edits.deleted, keys) })

/** What was deleted of the box and could be pasted again. A copy cannot. */
export function deletedFromText({ edits: { deleted, clones } }: Recipe): string[] {
  const copies = new Set(clones.map(({ key }) => key))
  return deleted.filter((key) => key.startsWith(`${TEXT_SOURCE}|`) && !copies.has(key))
}

/** Nodes that were deleted are in the list again, where the text still has them. */
export function restoreNodes<R extends Recipe>(recipe: R, keys: readonly string[]): R {
  return withEdits(recipe, { deleted: without(recipe.edits.deleted, keys) })
}

export function setDisabled<R extends Recipe>(recipe: R, keys: readonly string[], isDisabled: boolean): R {
  const { disabled } = recipe.edits
  return withEdits(recipe, { disabled: isDisabled ? union(disabled, keys) : without(disabled, keys) })
}

/** New names by key, tidied; an empty one gives the old name back. */
export function renameNodes<R extends Recipe>(recipe: R, names: Readonly<Record<string, string>>): R {
  const tidy = Object.entries(names).map(([key, name]): [key: string, name: string] => [key, tidyName(name)])
  const all = Object.entries({ ...recipe.edits.names, ...Object.fromEntries(tidy) })
  return withEdits(recipe, { names: Object.fromEntries(all.filter(([, name]) => name !== '')) })
}

/** Fields of nodes, by key. A name that was changed among them is a name given. */
export function editNodes<R extends Recipe>(recipe: R, changes: Readonly<Record<string, NodeChange>>): R {
  const names: Record<string, string> = {}
  const nodes = { ...recipe.edits.nodes }
  for (const [key, { shown, node }] of Object.entries(changes)) {
    const edit = editOf(shown, node, ownValue(nodes, key))
    if (edit) nodes[key] = edit
    if (node.name !== shown.name) names[key] = node.name
  }
  return renameNodes(withEdits(recipe, { nodes }), names)
}

/** Another share link in place of the one that an entry came with: fields that were edited belong to the old one. */
export const replaceLink = <R extends Recipe>(recipe: R, key: string, link: string): R =>
  withEdits(recipe, { nodes: { ...recipe.edits.nodes, [key]: { link } } })

export const keepDuplicate = <R extends Recipe>(recipe: R, keys: readonly string[]): R =>
  withEdits(recipe, { kept: union(recipe.edits.kept, keys) })

/** A copy of a node with all that was edited about it. */
export function cloneNode<R extends Recipe>(recipe: R, of: string): R {
  const { clones, names, nodes, disabled } = recipe.edits
  const original = clones.find(({ key }) => key === of)?.of ?? of
  const number = clones.filter((clone) => clone.of === original).length + 1
  const key = `${original}|copy${number}`
  return withEdits(recipe, {
    clones: [...clones, { key, of: original }],
    names: withCopy(names, of, key),
    nodes: withCopy(nodes, of, key),
    disabled: disabled.includes(of) ? [...disabled, key] : disabled,
  })
}

function withCopy<T>(values: Readonly<Record<string, T>>, of: string, key: string): Readonly<Record<string, T>> {
  return Object.hasOwn(values, of) ? { ...values, [key]: values[of]! } : values
}
