import { decodeBase64, encodeBase64 } from './base64.ts'
import { compress, decompress } from './compress.ts'
import { decodeHex, encodeHex } from './hex.ts'
import { decodeHtml, encodeHtml } from './html.ts'
import { formatJson, minifyJson } from './json.ts'
import { viewJwt } from './jwt.ts'
import { makeQr, readQr } from './qr.ts'
import { sha256 } from './sha256.ts'
import { fieldsToLink, linkToFields } from './share-link.ts'
import type { StepId } from './step-facts.ts'
import type { StepFunction } from './step.ts'
import { convertTime } from './timestamp.ts'
import { escapeUnicode, unescapeUnicode } from './unicode.ts'
import { decodeUrl, encodeUrl } from './url.ts'
import { jsonToYaml, yamlToJson } from './yaml.ts'

/** What each step does. */
export const STEPS: Readonly<Record<StepId, StepFunction>> = {
  'base64-decode': decodeBase64,
  'base64-encode': encodeBase64,
  'url-decode': decodeUrl,
  'url-encode': encodeUrl,
  'hex-decode': decodeHex,
  'hex-encode': encodeHex,
  'unicode-unescape': unescapeUnicode,
  'unicode-escape': escapeUnicode,
  'html-decode': decodeHtml,
  'html-encode': encodeHtml,
  decompress,
  compress,
  'json-format': formatJson,
  'json-minify': minifyJson,
  'json-to-yaml': jsonToYaml,
  'yaml-to-json': yamlToJson,
  'link-to-fields': linkToFields,
  'fields-to-link': fieldsToLink,
  'qr-make': makeQr,
  'qr-read': readQr,
  'jwt-view': viewJwt,
  timestamp: convertTime,
  sha256,
}
