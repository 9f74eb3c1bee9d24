import { expect } from 'vitest'
import type { ParsedEntry } from '../src/formats/reader/parsed-entry.ts'
import { parseEntries } from '../src/parse-nodes.ts'

/** Texts with entries, and what was read of them in short: the tests of the formats share these. */

/** A text in base64. */
export const base64 = (text: string) => Buffer.from(text).toString('base64')
/** A text broken into lines of one width. */
export const wrapped = (text: string, width: number) => text.replaceAll(new RegExp(`.{${width}}`, 'g'), '$&\n')

export const A = 'trojan://p@a.example.com:443#A'
export const B = 'ss://YWVzLTI1Ni1nY206cGFzcw@192.0.2.1:8388#B'
export const LINKS = `${A}\n${B}\n`
export const KEY = '+wIJEBceJSwzOkFIT1ZdZGtyeYCHjpWco6qxuL/GzdQ='
export const PUBLIC_KEY = '7/oFEBsmMTxHUl1oc36JlJ+qtcDL1uHs9wINGCMuOUQ='
export const UUID = '11111111-2222-4333-8444-555555555555'
export const VLESS = `vless://${UUID}@h.example.com:443`
/** An item of `proxies:` on one line. */
export const trojanYaml = (name: string) =>
  `{name: ${name}, type: trojan, server: t.example.com, port: 443, password: p}`
/** An outbound of sing-box. */
export const trojanOutbound = (tag: string) => ({
  type: 'trojan',
  tag,
  server: 't.example.com',
  server_port: 443,
  password: 'p',
  tls: { enabled: true },
})

/** A row of a table of texts; without a last cell the text has no comments. */
export type TextCase = [title: string, text: string, entries: string[], comments?: number]

/** An entry in short: `3 ss B`, `3/1 ss B` inside a decoded body, `4 bad-base64` for one that was skipped. */
function inShort(entry: ParsedEntry): string {
  const place = entry.inner === undefined ? `${entry.line}` : `${entry.line}/${entry.inner}`
  return entry.node
    ? `${place} ${entry.node.type} ${entry.node.name}`
    : `${place} ${entry.issues.map((issue) => issue.code).join('+')}`
}

/** The entries of a text in short, and how many comments it has. */
export function shortEntries(text: string): { entries: string[]; comments: number } {
  const entries: string[] = []
  const counts = parseEntries(text, {}, (entry) => entries.push(inShort(entry)))
  expect(counts.entries).toBe(entries.length + counts.comments)
  return { entries, comments: counts.comments }
}
