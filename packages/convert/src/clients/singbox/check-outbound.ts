import type { CheckReport } from '../../check/shared/check-report.ts'
import type { DocumentPath, MapNode } from '../../document/document-node.ts'
import type { IssueArgs } from '../../model/issue.ts'
import { SINGBOX_SS_CIPHERS } from '../../protocols/ss.ts'
import { VMESS_CIPHERS } from '../../protocols/vmess.ts'
import { isRealityKey, isShortId } from '../../protocols/shared/tls.ts'
import { base64Size } from '../../text/base64.ts'
import { isOnAt, numberAt, type TaggedPart, textAt, textsAt, valueAt } from './read-config.ts'

/** What sing-box refuses of an outbound when it builds it: docs/formats/sing-box.md, "What finds which mistake". */
export function checkOutbound({ type, map, path }: TaggedPart, report: CheckReport): void {
  const outbound = new OutboundReader(map, path, report)
  if (TLS_TYPES.has(type) && !isOnAt(map, 'tls', 'enabled')) outbound.lacksTls()
  outbound.checkTls()
  outbound.checkMultiplex()
  CHECKS[type]?.(outbound)
}

/** They run in TLS or QUIC alone. */
const TLS_TYPES: ReadonlySet<string> = new Set(['hysteria', 'hysteria2', 'tuic', 'shadowtls', 'anytls', 'naive'])

class OutboundReader {
  readonly map: MapNode
  readonly #path: DocumentPath
  readonly #report: CheckReport

  constructor(map: MapNode, path: DocumentPath, report: CheckReport) {
    this.map = map
    this.#path = path
    this.#report = report
  }

  text(...keys: readonly string[]): string {
    return textAt(this.map, ...keys) ?? ''
  }

  has(...keys: readonly string[]): boolean {
    return valueAt(this.map, ...keys) !== undefined
  }

  #place(keys: readonly string[]) {
    for (let count = keys.length; count > 0; count--) {
      const node = valueAt(this.map, ...keys.slice(0, count))
      if (node !== undefined)
        return node.kind === 'scalar' || count === keys.length ? node : { start: node.start, end: node.start + 1 }
    }
    return valueAt(this.map, 'tag') ?? { start: this.map.start, end: this.map.start + 1 }
  }

  wrong(keys: readonly string[], args: IssueArgs): void {
    this.#report.add('value-wrong', this.#place(keys), [...this.#path, ...keys], { key: keys.at(-1)!, ...args })
  }

  missing(...keys: readonly string[]): void {
    this.#report.add('key-missing', this.#place(keys), [...this.#path, ...keys.slice(0, -1)], { key: keys.at(-1)! })
  }

  together(key: string, other: string): void {
    this.#report.add('keys-together', this.#place([key]), [...this.#path, key], { key, other })
  }

  choice(values: readonly string[], ...keys: readonly string[]): void {
    const text = textAt(this.map, ...keys)
    if (text === undefined || values.includes(text)) return
    const shown = values.filter((value) => value !== '')
    this.wrong(keys, { values: shown.join(', '), ...this.#report.nearest(text, shown) })
  }

  lacksTls(): void {
    this.missing('tls', 'enabled')
  }

  checkTls(): void {
    if (!isOnAt(this.map, 'tls', 'enabled')) return
    const hasName =
      this.text('tls', 'server_name') !== '' || this.text('server') !== '' || isOnAt(this.map, 'tls', 'insecure')
    if (!hasName) this.missing('tls', 'server_name')
    for (const key of ['min_version', 'max_version']) this.choice(['', '1.0', '1.1', '1.2', '1.3'], 'tls', key)
    if (!isOnAt(this.map, 'tls', 'reality', 'enabled')) return
    if (!isOnAt(this.map, 'tls', 'utls', 'enabled')) this.missing('tls', 'utls')
    if (!isRealityKey(this.text('tls', 'reality', 'public_key')))
      this.wrong(['tls', 'reality', 'public_key'], { expected: 'reality-key' })
    if (!isShortId(this.text('tls', 'reality', 'short_id')))
      this.wrong(['tls', 'reality', 'short_id'], { expected: 'short-id' })
  }

  checkMultiplex(): void {
    if (!isOnAt(this.map, 'multiplex', 'enabled')) return
    this.choice(['', 'h2mux', 'smux', 'yamux'], 'multiplex', 'protocol')
    if (!isOnAt(this.map, 'multiplex', 'brutal', 'enabled')) return
    for (const key of ['up_mbps', 'down_mbps'])
      if ((numberAt(this.map, 'multiplex', 'brutal', key) ?? 0) === 0) this.missing('multiplex', 'brutal', key)
  }
}

const UUID = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i
const PLUGINS = ['obfs-local', 'v2ray-plugin']
const NEW_KEY = /^2022-blake3-/

const CHECKS: Readonly<Record<string, ((outbound: OutboundReader) => void) | undefined>> = {
  shadowsocks(outbound) {
    const method = outbound.text('method')
    if (!outbound.has('method')) outbound.missing('method')
    else outbound.choice([...SINGBOX_SS_CIPHERS], 'method')
    const password = outbound.text('password')
    if (password === '' && method !== 'none' && SINGBOX_SS_CIPHERS.has(method)) outbound.missing('password')
    else if (NEW_KEY.test(method)) {
      const size = method.includes('aes-128') ? 16 : 32
      if (password.split(':').some((key) => base64Size(key) !== size))
        outbound.wrong(['password'], { expected: `key-of-${size}` })
    }
    if (outbound.text('plugin') !== '') outbound.choice(PLUGINS, 'plugin')
  },
  vmess(outbound) {
    outbound.choice(['', ...VMESS_CIPHERS], 'security')
    outbound.choice(['', 'packetaddr', 'xudp'], 'packet_encoding')
  },
  vless(outbound) {
    outbound.choice(['', 'xtls-rprx-vision'], 'flow')
    outbound.choice(['', 'packetaddr', 'xudp'], 'packet_encoding')
  },
  hysteria(outbound) {
    for (const key of ['up', 'down']) {
      const mbps = `${key}_mbps`
      if ((numberAt(outbound.map, mbps) ?? 0) === 0 && !outbound.has(key)) outbound.missing(mbps)
    }
    checkPorts(outbound)
  },
  hysteria2(outbound) {
    const obfs = outbound.text('obfs', 'type')
    if (obfs !== '' && outbound.text('obfs', 'password') === '') outbound.missing('obfs', 'password')
    if (obfs === '' && outbound.text('obfs', 'password') !== '') outbound.missing('obfs', 'type')
    checkPorts(outbound)
  },
  tuic(outbound) {
    outbound.choice(['', 'cubic', 'new_reno', 'bbr'], 'congestion_control')
    if (!UUID.test(outbound.text('uuid'))) outbound.wrong(['uuid'], { expected: 'uuid' })
    if (isOnAt(outbound.map, 'udp_over_stream') && outbound.has('udp_relay_mode'))
      outbound.together('udp_over_stream', 'udp_relay_mode')
  },
  anytls(outbound) {
    if (isOnAt(outbound.map, 'tcp_fast_open')) outbound.wrong(['tcp_fast_open'], {})
  },
  shadowtls(outbound) {
    const version = numberAt(outbound.map, 'version') ?? 1
    if (![1, 2, 3].includes(version)) outbound.wrong(['version'], { values: '1, 2, 3' })
  },
  socks(outbound) {
    outbound.choice(['', '4', '4a', '5'], 'version')
  },
  snell(outbound) {
    if (outbound.text('psk') === '') outbound.missing('psk')
  },
}

function checkPorts(outbound: OutboundReader): void {
  for (const { text } of textsAt(outbound.map, 'server_ports'))
    if (!/^(?:\d{1,5}:\d{0,5}|:\d{1,5})$/.test(text)) outbound.wrong(['server_ports'], { expected: 'port-range' })
}
