import type { FoundImport, FoundItem, FoundRecipe } from '@switchyard/recipe'
import type { PublishedRecipe, PublishedText } from '../../components/publish/publish-dialog.tsx'
import { freeName, type Item, type ItemRepository } from './item-repository.ts'

/** What of an import was added. */
export interface AddedImport {
  items: Item[]
  /** Each with the address that devices had, and its own page. */
  outputs: { id: string; name: string; oldPath: string }[]
  failed: { name: string; error: unknown }[]
}

/** How what is published is made; only where a server keeps it. */
export interface Publisher {
  recipeOf: (
    items: readonly Pick<Item, 'id' | 'name' | 'kind'>[],
    steps: FoundRecipe['steps'],
  ) => Promise<PublishedRecipe>
  publish: (output: (PublishedRecipe | PublishedText) & { name: string }) => Promise<{ id: string; name: string }>
}

interface Wanted extends Pick<FoundImport, 'items' | 'recipes'> {
  store: ItemRepository
  publisher?: Publisher
}

/** Adds what a person chose of an import, one after the other. What fails is told of and holds up nothing else. */
export async function addFound({ items, recipes, store, publisher }: Wanted): Promise<AddedImport> {
  const added: AddedImport = { items: [], outputs: [], failed: [] }
  const byKey = new Map<string, { found: FoundItem; item: Item }>()
  const names = (await store.list()).map(({ name }) => name)
  for (const found of items) {
    const { body, userAgent, intervalS, prefix } = found
    const name = freeName(found.name, names)
    try {
      const item = await store.add({
        name,
        body,
        ...(userAgent ? { userAgent } : {}),
        ...(intervalS ? { intervalS } : {}),
        ...(prefix ? { prefix } : {}),
      })
      names.push(name)
      added.items.push(item)
      byKey.set(found.key, { found, item })
    } catch (error) {
      added.failed.push({ name, error })
    }
  }
  const asked = new Set(added.items.filter(({ kind }) => kind === 'links').map(({ id }) => id))
  for (const { name, items: keys, steps, oldPath, whole, config } of publisher ? recipes : []) {
    try {
      // Steps name their sources as they were found: in a recipe a source has a name of its own.
      const sources = keys.flatMap((key) => {
        const one = byKey.get(key)
        return one ? [{ id: one.item.id, name: one.found.name, kind: one.item.kind }] : []
      })
      if (sources.length === 0 && !whole && !config) continue
      // What is published holds the nodes of all its sources from the first time on. One that fails says so in the list.
      await Promise.allSettled(sources.filter(({ id }) => !asked.has(id)).map(({ id }) => store.refresh(id)))
      for (const { id } of sources) asked.add(id)
      const made = config
        ? { kind: 'text' as const, ...config }
        : whole
          ? publishedOf(whole, byKey)
          : await publisher!.recipeOf(sources, steps)
      const { id } = await publisher!.publish({ ...made, name })
      added.outputs.push({ id, name, oldPath })
    } catch (error) {
      added.failed.push({ name, error })
    }
  }
  return added
}

/** A recipe of ours with the items that were made of its sources. One that was left out is missing, and the server says so. */
function publishedOf(
  { file, items, client }: NonNullable<FoundRecipe['whole']>,
  byKey: ReadonlyMap<string, { item: Item }>,
): PublishedRecipe {
  const made = Object.entries(items).flatMap(([source, key]) => {
    const id = byKey.get(key)?.item.id
    return id === undefined ? [] : [[source, id] as const]
  })
  return { recipe: file, items: Object.fromEntries(made), client }
}
