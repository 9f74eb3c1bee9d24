import type { NodeIssues } from '../model/issue.ts'
import { Fields } from '../model/fields.ts'
import { percentEncode } from '../text/percent.ts'
import { type EntryFormat, readLinks } from './entry-format.ts'

/** The config of the hysteria2 client. */
export const hysteria2Client: EntryFormat = {
  detect: (value) =>
    typeof value['type'] !== 'string' &&
    typeof value['server'] === 'string' &&
    ('auth' in value || 'tls' in value || 'bandwidth' in value || 'transport' in value),

  read(value, issues) {
    const link = hysteria2Link(new Fields(value, issues), issues)
    return link === undefined ? undefined : readLinks([link], issues)
  },
}

/** The client config of hysteria2 (v2.hysteria.network/docs/advanced/Full-Client-Config) as the link it stands for. */
function hysteria2Link(config: Fields, issues: NodeIssues): string | undefined {
  const server = config.text('server')
  if (server === undefined) return issues.refuse('missing-field', 'server')
  // A whole link may stand there as well.
  if (server.includes('://')) return server
  const query: [string, string][] = []
  const put = (key: string, value: string | undefined) => {
    if (value !== undefined && value !== '') query.push([key, value])
  }
  const tls = config.map('tls')
  put('sni', tls?.text('sni'))
  if (tls?.bool('insecure')) put('insecure', '1')
  put('pinSHA256', tls?.text('pinsha256'))
  const obfs = config.map('obfs')
  const obfsType = obfs?.text('type')
  if (obfs && obfsType !== undefined) {
    put('obfs', obfsType)
    put('obfs-password', obfs.map(obfsType.toLowerCase())?.str('password'))
  }
  const bandwidth = config.map('bandwidth')
  put('up', bandwidth?.str('up'))
  put('down', bandwidth?.str('down'))
  put('hop-interval', config.map('transport')?.map('udp')?.str('hopinterval')?.replace(/s$/, ''))
  if (config.bool('fastopen')) put('tfo', '1')
  const text = query.map(([key, value]) => `${key}=${percentEncode(value)}`).join('&')
  const auth = config.str('auth') ?? ''
  return `hysteria2://${auth === '' ? '' : percentEncode(auth) + '@'}${server}/?${text}#${percentEncode(config.str('name', 'remarks') ?? '')}`
}
