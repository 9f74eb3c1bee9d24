import { base64Encode } from '../text/base64.ts'
import { type EntryFormat, readLinks } from './entry-format.ts'

/** The JSON of a `vmess://` link without the link around it. */
export const vmessJson: EntryFormat = {
  detect: (value) => typeof value['type'] !== 'string' && 'add' in value && 'id' in value && 'port' in value,
  read: (value, issues) => readLinks([`vmess://${base64Encode(JSON.stringify(value))}`], issues),
}
