import type { TextFormat } from './text-format.ts'
import { base64Body, quotedBase64 } from './texts/base64-body.ts'
import { jsonDocument } from './texts/json-document.ts'
import { jsonMember } from './texts/json-member.ts'
import { linksOfLine } from './texts/links-of-line.ts'
import { otherSpelling } from './texts/other-spelling.ts'
import { surgeLine, surgeSection } from './texts/surge-section.ts'
import { webPage } from './texts/web-page.ts'
import { wireguardConf } from './texts/wireguard-conf.ts'
import { yamlDocument } from './texts/yaml-document.ts'

/** Formats that go on over lines, in the order in which they are asked about a line. */
export const DOCUMENT_FORMATS: readonly TextFormat[] = [
  webPage,
  wireguardConf,
  surgeSection,
  jsonDocument,
  jsonMember,
  yamlDocument,
]

/** Formats of a line that begins no document, in the order in which they are asked. Base64 may go on below. */
export const LINE_FORMATS: readonly TextFormat[] = [surgeLine, linksOfLine, base64Body, quotedBase64, otherSpelling]
