import { base64Bytes } from '@switchyard/convert/texts'
import { printJson, readDocument } from './json.ts'
import { ofText, refused, type StepIssue, textIfPossible } from './step.ts'

const TIMES = ['iat', 'nbf', 'exp']
const SIGNED_PARTS = 3
const ENCRYPTED_PARTS = 5

/** Shows a token; nobody checks its signature here, which every result says. */
export const viewJwt = ofText((text) => {
  const parts = text.trim().replace(/^bearer\s+/i, '').split('.') // oxfmt-ignore
  const isEncrypted = parts.length === ENCRYPTED_PARTS
  if (!isEncrypted && parts.length !== SIGNED_PARTS) return refused('jwt', { n: parts.length })
  const header = printedPart(parts[0]!)
  if (header === undefined) return refused('jwt', { n: parts.length })
  const fields = [`"header": ${header.text}`]
  const notes: StepIssue[] = []
  if (isEncrypted) notes.push({ code: 'jwt-encrypted' })
  else {
    const payload = printedPart(parts[1]!)
    fields.push(`"payload": ${payload?.text ?? JSON.stringify(parts[1])}`)
    const times = TIMES.flatMap((name) => {
      const time = payload?.times.get(name)
      return time === undefined ? [] : [`    "${name}": "${time}"`]
    })
    if (times.length > 0) fields.push(`"times": {\n${times.join(',\n')}\n  }`)
    fields.push(`"signature": ${JSON.stringify(parts[2])}`)
    notes.push({ code: 'jwt-unverified' })
  }
  return { data: `{\n  ${fields.join(',\n  ')}\n}`, notes }
})

function printedPart(part: string): { text: string; times: Map<string, string> } | undefined {
  const bytes = base64Bytes(part)
  const text = bytes && textIfPossible(new Uint8Array(bytes))
  if (typeof text !== 'string') return undefined
  const read = readDocument(text)
  if ('issue' in read || read.root.kind !== 'map') return undefined
  const times = new Map<string, string>()
  for (const { key, value } of read.root.pairs) {
    if (key.kind !== 'scalar' || value.kind !== 'scalar' || !TIMES.includes(key.text)) continue
    const time = new Date(Number(value.text) * 1000)
    if (!Number.isNaN(time.getTime())) times.set(key.text, time.toISOString())
  }
  return { text: printJson(text, read.root, '  ', '  '), times }
}

/** Whether a text looks like a token: its header names an algorithm. */
export function isJwt(text: string): boolean {
  const parts = text.trim().split('.')
  if (parts.length !== SIGNED_PARTS && parts.length !== ENCRYPTED_PARTS) return false
  const header = printedPart(parts[0]!)
  return header !== undefined && header.text.includes('"alg"')
}
