import type { NodeIssues } from '../../model/issue.ts'
import type { MihomoProxy } from '../../protocols/protocol.ts'
import { isRecord, type JsonObject } from '../../text/record.ts'

/** Older cores ignore `name-cert-verify`, and check the certificate against the usual name (docs/formats/tls.md). */
const NEEDS = '1.19.29'
const KEY = 'name-cert-verify'
/** Maps of an entry that have TLS of their own. */
const INNER = ['plugin-opts', 'obfs-opts', 'realm-opts'] as const

/** The entry with one name for each certificate, as mihomo takes it; which cores know the key is told. */
export function withCertificateNames(entry: MihomoProxy, issues: NodeIssues): MihomoProxy {
  const server = entry['server']
  const out: MihomoProxy = withOneName(entry, server, issues)
  for (const key of INNER) if (isRecord(out[key])) out[key] = withOneName(out[key], server, issues)
  const xhttp = out['xhttp-opts']
  const download = isRecord(xhttp) ? xhttp['download-settings'] : undefined
  if (isRecord(xhttp) && isRecord(download))
    out['xhttp-opts'] = { ...xhttp, 'download-settings': withOneName(download, server, issues) }
  return out
}

function withOneName<T extends JsonObject>(map: T, server: unknown, issues: NodeIssues): T {
  const given = map[KEY]
  if (typeof given !== 'string') return map
  const [name = '', ...others] = given.split(',').map((one) => one.trim())
  const usual = map['servername'] ?? map['sni'] ?? map['host'] ?? map['server'] ?? server
  // Nothing is checked against a name there, or by a pin, which all cores know.
  const isChecked =
    map['skip-cert-verify'] !== true && map['reality-opts'] === undefined && map['fingerprint'] === undefined
  if (others.length > 0) {
    if (isChecked) issues.doubt('pin-not-convertible', 'vcn', { name, lost: others.length })
    else issues.note('field-ignored', 'vcn')
  }
  if (isChecked && name !== usual) issues.doubt('version-needed', 'vcn', { needs: NEEDS })
  return { ...map, [KEY]: name }
}
