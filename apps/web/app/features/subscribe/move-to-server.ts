import { freeName, type ItemRepository } from './item-repository.ts'

/**
 * Moves all items from one place to another, in their order: each is gone here once it is kept there. What fails stays
 * here with those behind it. Gives back how many were moved.
 */
export async function moveToServer(from: ItemRepository, to: ItemRepository): Promise<number> {
  const names = (await to.list()).map(({ name }) => name)
  const moving = await from.list()
  for (const item of moving) {
    const name = freeName(item.name, names)
    names.push(name)
    const { intervalS, userAgent, prefix, archived } = item
    const made = await to.add({
      name,
      body: await from.body(item.id),
      intervalS,
      ...(userAgent === undefined ? {} : { userAgent }),
      ...(prefix === undefined ? {} : { prefix }),
    })
    if (archived) await to.change(made.id, { revision: made.revision, archived })
    await from.remove(item)
  }
  return moving.length
}
