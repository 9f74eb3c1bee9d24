import { isRecord } from '../../../text/record.ts'

const encoder = new TextEncoder()
const GROUPS = [8, 4, 4, 4, 12] as const
const LONGEST_TEXT = 30
const SHORTEST_UUID = 32
const LONGEST_UUID = 36

/** Whether Xray takes the id of a vmess or vless user: 1 to 30 bytes of any text, or a UUID with or without dashes. */
export function isUserId(id: unknown): id is string {
  if (typeof id !== 'string' || isRecord(id)) return false
  const size = encoder.encode(id).length
  if (size < SHORTEST_UUID || size > LONGEST_UUID) return size > 0 && size <= LONGEST_TEXT
  let at = 0
  for (const group of GROUPS) {
    if (id[at] === '-') at++
    if (!/^[0-9a-f]+$/i.test(id.slice(at, at + group)) || id.length < at + group) return false
    at += group
  }
  return true
}
