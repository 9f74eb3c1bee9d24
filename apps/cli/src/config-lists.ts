import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { convertLists, type NeededList } from '@switchyard/convert/configs'
import { listFile } from './list-cache.ts'

const LIST_MAX_BYTES = 16 * 1024 * 1024

/** The texts of lists that are at hand. Those in a folder are named by the SHA-1 of their address, or by their path in the config. */
export async function readConfigLists(
  needed: readonly NeededList[],
  folder: string | undefined,
  beside: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const { url, path } of needed) {
    if (folder !== undefined && url !== undefined) await take(url, [join(folder, listFile(url))])
    if (path === undefined) continue
    const places = folder === undefined ? [] : [join(folder, path), join(folder, basename(path))]
    await take(path, folder === undefined && beside !== undefined ? [join(beside, path)] : places)
  }
  return texts

  async function take(key: string, files: readonly string[]): Promise<void> {
    for (const file of files) {
      if (texts.has(key)) return
      const text = await readSmall(file)
      if (text !== undefined) texts.set(key, text)
    }
  }
}

async function readSmall(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined)
  if (found === undefined || !found.isFile() || found.size > LIST_MAX_BYTES) return undefined
  const bytes = await readFile(file).catch(() => undefined)
  if (bytes === undefined) return undefined
  const form = COMPILED.find(({ magic }) => bytes.subarray(0, magic.length).equals(magic))
  if (form === undefined) return bytes.toString()
  // A compiled list is read as the text that it was made of; a broken one is no text of any list.
  const { content, issues } = await convertLists([{ name: file, content: bytes }], form)
  return issues.some(({ args }) => args?.['reason'] === 'list-broken') ? bytes.toString() : String(content)
}

/** The forms of sing-box and mihomo, by their first bytes. */
const COMPILED = [
  { magic: Buffer.from('SRS'), to: 'sing-box' },
  { magic: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), to: 'mihomo-text' },
] as const
