import { describe, expect, test } from 'vitest'
import { DeviceItems, type DeviceParts } from './device-items.ts'
import { refusalOf } from './item-repository.ts'
import { partsOf, rowsInMemory } from './test-parts.ts'

const PASSPHRASE = 'correct horse battery'
const HOUR_MS = 3_600_000
const ADDRESS = { name: 'airport', body: 'https://example.com/sub?token=hidden', intervalS: 43_200 }

const linksOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `trojan://secret@h${at}.example.com:443#${at}`).join('\n')

/** A device whose source answers what it is told, at hours. */
function start(more: Partial<DeviceParts> = {}) {
  const answers: Awaited<ReturnType<DeviceParts['fetchText']>>[] = []
  let hour = 0
  const rows = rowsInMemory()
  const parts = partsOf({
    rows,
    fetchText: () => Promise.resolve(answers.shift() ?? { error: 'refused' }),
    now: () => hour * HOUR_MS,
    ...more,
  })
  const items = new DeviceItems(parts)
  const answer = async (id: string, given: (typeof answers)[number], at: number) => {
    answers.push(given)
    hour = at
    return items.refresh(id)
  }
  return { items, rows, parts, answer }
}

const refused = (work: Promise<unknown>) => work.then(() => 'done', refusalOf)

describe('a source that the browser fetches', () => {
  test('keeps its last good copy when it fails, and says since when', async () => {
    const { items, answer } = start()
    const { id } = await items.add(ADDRESS)
    const subscription = { total: 100, download: 6, expire: 1_900_000_000 }
    expect(await answer(id, { text: linksOf(40), subscription }, 1)).toMatchObject({
      good: { at: HOUR_MS, nodes: 40 },
      subscription,
    })
    expect(await answer(id, { error: 'bad-status', status: 403 }, 2)).toMatchObject({
      good: { at: HOUR_MS, nodes: 40 },
      lastTry: { at: 2 * HOUR_MS, result: 'failed', failure: 'bad-status', status: 403 },
      failing: { since: 2 * HOUR_MS, times: 1 },
    })
    expect((await items.text(id)).text).toBe(linksOf(40))
  })

  test('that answers without nodes waits for its owner, who may take it', async () => {
    const { items, answer } = start()
    const { id } = await items.add(ADDRESS)
    await answer(id, { text: linksOf(40) }, 1)
    const waiting = await answer(id, { text: '# nothing' }, 2)
    expect(waiting).toMatchObject({ held: { reason: 'no-nodes' }, good: { nodes: 40 } })
    const { held } = waiting
    expect((await items.text(id)).text).toBe(linksOf(40))
    expect(await refused(items.adopt({ id, held: { ...held!, tag: 'another one' } }))).toBe('conflict')
    expect(await items.adopt({ id, held })).toMatchObject({ good: { nodes: 0 } })
    expect((await items.text(id)).text).toBe('# nothing')
    expect(await refused(items.adopt({ id, held }))).toBe('not-found')
  })

  test('is compared with the most nodes of seven days', async () => {
    const { items, answer } = start()
    const { id } = await items.add(ADDRESS)
    await answer(id, { text: linksOf(40) }, 0)
    await answer(id, { text: linksOf(9) }, 24)
    expect(await answer(id, { text: linksOf(7) }, 48)).toMatchObject({ held: { reason: 'far-fewer', nodes: 7 } })
    expect(await answer(id, { text: linksOf(7) }, 24 * 9)).toMatchObject({ good: { nodes: 7 } })
  })

  test('has nothing of an address that is another one by the time it answers', async () => {
    const { items } = start({
      fetchText: async () => {
        const [item] = await items.list()
        await items.change(item!.id, { revision: item!.revision, body: 'https://other.example.com/' })
        return { text: linksOf(3) }
      },
    })
    const { id } = await items.add(ADDRESS)
    const after = await items.refresh(id)
    expect(after.host).toBe('other.example.com')
    expect(after).not.toHaveProperty('good')
  })

  test('is read in another way where that is asked for', async () => {
    const { items } = start()
    const { id } = await items.add(ADDRESS)
    expect(await items.refreshBy(id, () => Promise.resolve({ text: linksOf(3) }))).toMatchObject({ good: { nodes: 3 } })
  })
})

describe('a passphrase', () => {
  async function sealed() {
    const device = start()
    await device.items.add(ADDRESS)
    await device.items.setPassphrase(PASSPHRASE)
    return device
  }

  test('leaves nothing to read in the rows, names and hosts among it', async () => {
    const { rows, items } = start()
    await items.add(ADDRESS)
    expect(JSON.stringify([...rows.kept.values()])).toContain('hidden')
    await items.setPassphrase(PASSPHRASE)
    await items.add({ ...ADDRESS, name: 'another' })
    // Encrypted bytes contain short words by chance. The words below are long.
    const text = [...rows.kept.values()]
      .flatMap((row) => ('sealed' in row ? [new TextDecoder('latin1').decode(row.sealed.data)] : []))
      .join()
    expect(text).not.toBe('')
    expect(text + JSON.stringify([...rows.kept.values()])).not.toMatch(/hidden|example|airport|another|value/)
  })

  test('is asked for by a new page; a wrong one opens nothing and deletes nothing', async () => {
    const { parts } = await sealed()
    const later = new DeviceItems(parts)
    expect(await refused(later.list())).toBe('locked')
    expect(later.lockState.get()).toBe('locked')
    expect(await refused(later.add(ADDRESS))).toBe('locked')
    expect(await later.unlock('wrong horse battery')).toBe(false)
    expect(await refused(later.list())).toBe('locked')
    expect(await later.unlock(PASSPHRASE)).toBe(true)
    expect(await later.list()).toMatchObject([{ name: 'airport' }])
  })

  test('opens in however the keyboard writes its letters', async () => {
    const { items, parts } = start()
    await items.list()
    await items.setPassphrase('caf\u00e9 au lait')
    expect(await new DeviceItems(parts).unlock('cafe\u0301 au lait')).toBe(true)
  })

  test('can be changed by who knows it', async () => {
    const { items, parts } = await sealed()
    expect(await items.changePassphrase('wrong', 'another one')).toBe(false)
    expect(await items.changePassphrase(PASSPHRASE, 'another one')).toBe(true)
    const later = new DeviceItems(parts)
    expect(await later.unlock(PASSPHRASE)).toBe(false)
    expect(await later.unlock('another one')).toBe(true)
    expect(await later.list()).toMatchObject([{ name: 'airport' }])
  })

  test('can be taken away by who knows it', async () => {
    const { items, parts } = await sealed()
    expect(await items.removePassphrase('wrong')).toBe(false)
    expect(await items.removePassphrase(PASSPHRASE)).toBe(true)
    expect(await new DeviceItems(parts).list()).toMatchObject([{ name: 'airport' }])
  })

  test('is asked for again after locking', async () => {
    const { items } = await sealed()
    items.lockNow()
    expect(await refused(items.list())).toBe('locked')
  })

  test('that was set in another tab locks this one', async () => {
    const { items, parts } = start()
    await items.add(ADDRESS)
    const other = new DeviceItems(parts)
    await other.list()
    await other.setPassphrase(PASSPHRASE)
    expect(await refused(items.add({ ...ADDRESS, name: 'two' }))).toBe('locked')
    expect(items.lockState.get()).toBe('locked')
  })

  test('that is forgotten costs the items, and only then', async () => {
    const { items, rows } = await sealed()
    items.lockNow()
    await items.forgetAll()
    expect([...rows.kept.values()]).toEqual([])
    expect(await items.list()).toEqual([])
    expect(items.lockState.get()).toBe('none')
  })

  test('seals each item for its place: rows that were swapped do not open', async () => {
    const { items, rows } = await sealed()
    const { id } = await items.add({ ...ADDRESS, name: 'two' })
    const [first] = await items.list()
    rows.kept.set(id, { ...rows.kept.get(first!.id)!, id } as never)
    await expect(items.list()).rejects.toThrow()
  })
})
