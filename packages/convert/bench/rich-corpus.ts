import { b64, b64url, type Dice, diceOf } from './corpus.ts'

/**
 * A seeded corpus as several panels and clients write it into one subscription, about 262 bytes a link: names in
 * percent-encoded Chinese with flags, pretty-printed vmess bodies, one parameter in many spellings and orders. Made up
 * throughout, example.com and documentation addresses.
 */
export function makeRichCorpus(count: number, seed = 1): string {
  const dice = diceOf(seed)
  const lines: string[] = []
  for (let index = 0; index < count; index++) {
    let roll = dice.random() * 100
    const [, write] = MIX.find(([share]) => (roll -= share) < 0)!
    lines.push(write(linkParts(dice, index), dice))
  }
  return lines.join('\n') + '\n'
}

const REGIONS = [
  '🇭🇰 香港',
  '🇭🇰 Hong Kong',
  '🇯🇵 日本 东京',
  '🇯🇵 日本',
  '🇸🇬 新加坡',
  '🇺🇸 美国 洛杉矶',
  '🇺🇸 美国',
  '🇹🇼 台湾',
  '🇩🇪 德国',
  '🇬🇧 英国',
  '🇰🇷 韩国',
  '🇫🇷 法国',
]
const LINES = ['IEPL', 'BGP', '专线', '家宽', 'x1.5', '']
const FINGERPRINTS = ['chrome', 'firefox', 'safari', 'random', 'ios']
const REALITY_SITES = ['www.example.com', 'www.example.org', 'dl.example.net', 'speed.example.com']
const SS_CIPHERS = ['aes-128-gcm', 'aes-256-gcm', 'chacha20-ietf-poly1305']

/** What every link has. */
interface LinkParts {
  index: number
  name: string
  /** The name as a fragment. */
  tag: string
  host: string
  port: number
}

function linkParts({ random, pick }: Dice, index: number): LinkParts {
  const name = `${pick(REGIONS)} ${String(index + 1).padStart(2, '0')} ${pick(LINES)}`.trim()
  const host = random() < 0.3 ? `203.0.113.${1 + Math.floor(random() * 250)}` : `n${index}.example.com`
  return { index, name, tag: encodeURIComponent(name), host, port: 1024 + Math.floor(random() * 60000) }
}

type WriteLink = (parts: LinkParts, dice: Dice) => string

/** Shares in percent. */
const MIX: readonly (readonly [share: number, write: WriteLink])[] = [
  [25, vmess],
  [13, vlessReality],
  [12, vlessTls],
  [15, trojan],
  [15, shadowsocks],
  [8, hysteria2],
  [4, tuic],
  [4, ssr],
  [2, hysteria],
  [2, wireguard],
]

/** v2rayN's body as panels print it: indented, and with a number here and a text there. */
function vmess({ index, name, host, port }: LinkParts, { random, pick, uuid }: Dice): string {
  const site = `cdn${index % 97}.example.com`
  const body = {
    ps: name, add: host, port: random() < 0.5 ? port : String(port), id: uuid(), aid: random() < 0.5 ? 0 : '0',
    net: pick(['ws', 'ws', 'tcp', 'grpc']), type: 'none', host: site, path: `/ray${index % 13}`, tls: 'tls', v: 2,
  } // oxfmt-ignore
  return `vmess://${b64(JSON.stringify(body, null, 2))}`
}

function vlessReality({ tag, host, port }: LinkParts, { pick, hex, uuid }: Dice): string {
  const site = pick(REALITY_SITES)
  const key = b64url(hex(32)).slice(0, 42) + 'A'
  const [fp, sid, id] = [pick(FINGERPRINTS), hex(8), uuid()]
  const query = pick([
    `type=tcp&security=reality&pbk=${key}&fp=${fp}&sni=${site}&sid=${sid}&spx=%2F&flow=xtls-rprx-vision`,
    `encryption=none&flow=xtls-rprx-vision&security=reality&sni=${site}&fp=${fp}&pbk=${key}&sid=${sid}&type=tcp`,
    `security=reality&encryption=none&pbk=${key}&headerType=none&fp=${fp}&spx=%2F${hex(4)}&type=grpc&serviceName=${hex(6)}&sni=${site}&sid=${sid}`,
  ])
  return `vless://${id}@${host}:${port}?${query}#${tag}`
}

function vlessTls({ index, tag, host, port }: LinkParts, { pick, uuid }: Dice): string {
  const site = `cdn${index % 89}.example.com`
  const [fp, id] = [pick(FINGERPRINTS), uuid()]
  const query = pick([
    `encryption=none&security=tls&sni=${site}&fp=${fp}&type=ws&host=${site}&path=%2Fws${index % 13}%3Fed%3D2048&allowInsecure=1`,
    `type=ws&security=tls&path=%2F${index % 31}%2Fdownload&host=${site}&sni=${site}&alpn=h2%2Chttp%2F1.1&fp=${fp}&encryption=none`,
    `encryption=none&security=tls&type=grpc&serviceName=svc-${index % 7}&mode=gun&peer=${site}&allowInsecure=0&fp=${fp}&alpn=h2`,
  ])
  return `vless://${id}@${host}:${port}?${query}#${tag}`
}

function trojan({ index, tag, host, port }: LinkParts, { pick, hex, uuid }: Dice): string {
  const site = `t${index % 61}.example.com`
  const query = pick([
    `allowInsecure=1&peer=${site}&sni=${site}&type=tcp`,
    `security=tls&sni=${site}&alpn=h2%2Chttp%2F1.1&fp=${pick(FINGERPRINTS)}&type=ws&host=${site}&path=%2F${hex(6)}&allowInsecure=0`,
    `peer=${site}&allowInsecure=1&tfo=0&udp=1`,
  ])
  return `trojan://${pick([uuid(), hex(16)])}@${host}:${port}?${query}#${tag}`
}

function shadowsocks({ index, tag, host, port }: LinkParts, { random, pick, hex }: Dice): string {
  const user = b64url(`${pick(SS_CIPHERS)}:${pick([hex(16), b64(hex(16))])}`)
  const plugin =
    random() < 0.3 ? `/?plugin=${encodeURIComponent(`obfs-local;obfs=http;obfs-host=o${index % 17}.example.com`)}` : ''
  return `ss://${user}@${host}:${port}${plugin}#${tag}`
}

function hysteria2({ index, tag, host, port }: LinkParts, { pick, hex }: Dice): string {
  const site = `h${index % 41}.example.com`
  const query = pick([
    `insecure=1&sni=${site}&obfs=salamander&obfs-password=${hex(12)}&mport=${port}-${port + 500}`,
    `peer=${site}&insecure=0&alpn=h3&obfs=none`,
    `sni=${site}&insecure=1&pinSHA256=${hex(64)}`,
  ])
  return `${pick(['hysteria2', 'hy2'])}://${hex(16)}@${host}:${port}/?${query}#${tag}`
}

function tuic({ tag, host, port }: LinkParts, { pick, hex, uuid }: Dice): string {
  const query = pick([
    'congestion_control=bbr&udp_relay_mode=native&alpn=h3&sni=cdn.example.com&allow_insecure=1',
    'sni=cdn.example.com&alpn=h3%2Cspdy%2F3.1&congestion_control=cubic&udp_relay_mode=quic&disable_sni=0&allowInsecure=0',
  ])
  return `tuic://${uuid()}:${hex(12)}@${host}:${port}?${query}#${tag}`
}

function ssr({ name, host, port }: LinkParts, { hex }: Dice): string {
  const params = `obfsparam=${b64url('cdn.example.com')}&protoparam=${b64url(hex(8))}&remarks=${b64url(name)}&group=${b64url('示例机场')}`
  return `ssr://${b64url(`${host}:${port}:auth_aes128_md5:aes-256-cfb:tls1.2_ticket_auth:${b64url(hex(10))}/?${params}`)}`
}

function hysteria({ tag, host, port }: LinkParts, { hex }: Dice): string {
  return `hysteria://${host}:${port}?protocol=udp&auth=${hex(12)}&peer=cdn.example.com&insecure=1&upmbps=50&downmbps=200&alpn=hysteria&obfs=xplus&obfsParam=${hex(8)}#${tag}`
}

function wireguard({ index, tag, host, port }: LinkParts, { random }: Dice): string {
  const key = () =>
    encodeURIComponent(Buffer.from(Array.from({ length: 32 }, () => Math.floor(random() * 256))).toString('base64'))
  const address = encodeURIComponent(`10.0.${index % 256}.2/32,fd00::${(index % 65535) + 1}/128`)
  return `wireguard://${key()}@${host}:${port}?publickey=${key()}&address=${address}&mtu=1280&reserved=1%2C2%2C3&presharedkey=${key()}#${tag}`
}
