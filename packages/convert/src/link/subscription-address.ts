import { base64Decode } from '../text/base64.ts'
import { percentDecode } from '../text/percent.ts'

/**
 * The address that a link asks a client to import a subscription from: `clash://install-config?url=…`,
 * `sing-box://import-remote-profile?url=…#name`, `v2rayn://install-sub?url=…`, `hiddify://import/https://…`,
 * `sub://<base64>`, `shadowrocket://add/sub://<base64>`; an address on the web is its own. Undefined for any other link.
 * (docs/formats/links-in-text.md, "Addresses to fetch"; clients spell the address encoded, as it stands, or in base64.)
 */
export function subscriptionAddress(link: string): string | undefined {
  const colon = link.indexOf('://')
  if (colon <= 0) return undefined
  if (WEB.test(link)) return link
  const body = link.slice(colon + 3)
  if (link.slice(0, colon).toLowerCase() === 'sub') return addressOf(beforeQuery(body))
  const sub = body.indexOf('sub://')
  if (sub >= 0) return addressOf(beforeQuery(body.slice(sub + 6)))
  const parameter = /[?&](?:url|sub)=/i.exec(body)
  if (parameter !== null) return addressOf(parameterValue(body.slice(parameter.index + parameter[0].length)))
  const path = /^\/?(?:import|add)\//i.exec(body)
  return path === null ? undefined : addressOf(withoutName(body.slice(path[0].length)))
}

/** Why a link that asks a client to import a subscription names no address; undefined for any other link. */
export function importIssue(
  link: string,
): { code: 'missing-field' | 'bad-value' | 'bad-base64'; text: string } | undefined {
  const body = link.slice(link.indexOf('://') + 3)
  const sub = /^sub:\/\//i.test(link) ? 0 : body.indexOf('sub://') + 6
  if (sub !== 5) {
    const text = beforeQuery(body.slice(sub))
    return { code: base64Decode(text) === undefined ? 'bad-base64' : 'bad-value', text }
  }
  if (!IMPORT.test(body)) return undefined
  const text = /[?&](?:url|sub)=([^&#]*)/i.exec(body)?.[1] ?? ''
  return { code: text === '' ? 'missing-field' : 'bad-value', text }
}

const IMPORT = /^(?:install-config|import-remote-profile|install-sub|subscription)\b/i
const WEB = /^https?:\/\/[^\s/?#]/i
/** How often an address may be encoded. */
const MOST_DECODES = 2

function addressOf(text: string): string | undefined {
  let address = text
  for (let decodes = 0; decodes < MOST_DECODES && !WEB.test(address); decodes++) address = percentDecode(address)
  if (!WEB.test(address)) address = base64Decode(address) ?? ''
  address = address.trim()
  return WEB.test(address) && !/\s/.test(address) ? address : undefined
}

/** An encoded value ends at `&`; one that stands as it is goes on, less the parameters of the client behind it. */
function parameterValue(text: string): string {
  const value = withoutName(text)
  if (!WEB.test(value)) return value.split('&', 1)[0]!
  const own = value.search(/&(?:name|type|update-interval|remarks?)=/i)
  return own < 0 ? value : value.slice(0, own)
}

function withoutName(text: string): string {
  return text.split('#', 1)[0]!
}

function beforeQuery(text: string): string {
  return withoutName(text).split('?', 1)[0]!
}
