/** A seeded corpus of share links in the mix that subscriptions show: made up throughout, example.com and documentation addresses. */

/** mulberry32: small, fast, the same everywhere. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const REGIONS = [
  '🇭🇰 香港',
  '🇯🇵 日本 东京',
  '🇸🇬 新加坡',
  '🇺🇸 美国 洛杉矶',
  '🇹🇼 台湾',
  '🇩🇪 Frankfurt',
  '🇬🇧 London',
  '🇰🇷 首尔',
]
const REALITY_KEY = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'

export const b64 = (text: string) => Buffer.from(text).toString('base64')
export const b64url = (text: string) => Buffer.from(text).toString('base64url')

/** What a mix is made with: equal seeds make equal corpora. */
export interface Dice {
  random: () => number
  pick: <T>(items: readonly T[]) => T
  /** That many hexadecimal digits. */
  hex: (length: number) => string
  uuid: () => string
}

export function diceOf(seed: number): Dice {
  const random = seededRandom(seed)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const hex = (length: number) => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('')
  return { random, pick, hex, uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}` }
}

/**
 * `count` short links, one a line, as a panel with one spelling writes them. `name` gives every node its name; by
 * default they are distinct.
 */
export function makeCorpus(count: number, seed = 1, name?: (index: number) => string): string {
  const { random, pick, hex, uuid } = diceOf(seed)
  const lines: string[] = []
  for (let index = 0; index < count; index++) {
    const label =
      name?.(index) ?? `${pick(REGIONS)} ${String(index).padStart(3, '0')} | ${pick(['IEPL', 'BGP', 'x1.5', '专线'])}`
    const tag = encodeURIComponent(label)
    const host = random() < 0.3 ? `203.0.113.${Math.floor(random() * 250) + 1}` : `n${index}.example.com`
    const port = 1024 + Math.floor(random() * 60000)
    const roll = random() * 100
    if (roll < 20) {
      const body = {
        v: '2', ps: label, add: host, port: String(port), id: uuid(), aid: '0', scy: 'auto', net: pick(['ws', 'tcp', 'grpc']),
        type: 'none', host: `cdn${index % 97}.example.com`, path: `/ray${index % 13}?ed=2048`, tls: 'tls', sni: `cdn${index % 97}.example.com`, alpn: '', fp: 'chrome',
      } // oxfmt-ignore
      lines.push(`vmess://${b64(JSON.stringify(body))}`)
    } else if (roll < 32) {
      lines.push(
        `vless://${uuid()}@${host}:${port}?encryption=none&security=reality&sni=www.example.com&fp=chrome&pbk=${REALITY_KEY}&sid=${hex(8)}&spx=%2F&type=tcp&flow=xtls-rprx-vision#${tag}`,
      )
    } else if (roll < 45) {
      lines.push(
        `vless://${uuid()}@${host}:${port}?encryption=none&security=tls&sni=cdn.example.com&fp=chrome&type=ws&host=cdn.example.com&path=%2Fws${index % 13}%3Fed%3D2048&allowInsecure=0#${tag}`,
      )
    } else if (roll < 65) {
      lines.push(
        `ss://${b64(`${pick(['aes-128-gcm', 'aes-256-gcm', 'chacha20-ietf-poly1305'])}:${hex(16)}`).replace(/=+$/, '')}@${host}:${port}#${tag}`,
      )
    } else if (roll < 80) {
      lines.push(`trojan://${uuid()}@${host}:${port}?security=tls&sni=${host}&type=tcp&allowInsecure=1#${tag}`)
    } else if (roll < 90) {
      lines.push(
        `hysteria2://${hex(16)}@${host}:${port}/?sni=cdn.example.com&obfs=salamander&obfs-password=${hex(8)}&insecure=0#${tag}`,
      )
    } else if (roll < 94) {
      lines.push(
        `tuic://${uuid()}:${hex(12)}@${host}:${port}?congestion_control=bbr&udp_relay_mode=native&alpn=h3&sni=cdn.example.com&allow_insecure=0#${tag}`,
      )
    } else if (roll < 97) {
      const params = `obfsparam=${b64url('cdn.example.com')}&protoparam=&remarks=${b64url(label)}&group=${b64url('g')}`
      lines.push(
        `ssr://${b64url(`${host}:${port}:auth_aes128_md5:aes-256-cfb:tls1.2_ticket_auth:${b64url(hex(10))}/?${params}`)}`,
      )
    } else if (roll < 99) {
      lines.push(
        `hysteria://${host}:${port}?protocol=udp&auth=${hex(8)}&peer=cdn.example.com&insecure=1&upmbps=50&downmbps=200&alpn=hysteria#${tag}`,
      )
    } else {
      lines.push(`anytls://${hex(16)}@${host}:${port}/?sni=cdn.example.com&insecure=0#${tag}`)
    }
  }
  return lines.join('\n') + '\n'
}
