import { checkConfig } from '../src/configs.ts'
import { CLIENT_FACTS } from '../src/clients/facts.ts'

/**
 * A text of 64 KiB may take this much processor time. If it takes more two times, the test reports a hang. The limit is high,
 * because a busy machine is several times slower than a quiet one. growth.test.ts finds work that grows too fast. It counts steps and
 * does not use a clock.
 */
export const HANG_MS = 1000

/** A config as people write it, in each of the layouts. */
const BASES = [
  `mixed-port: 7890
mode: rule
dns: {enable: true, nameserver: [1.1.1.1], fake-ip-range: 198.18.0.1/16}
p: &p {type: http, interval: 3600}
proxy-providers:
  a: {<<: *p, url: "https://example.com/a"}
proxies:
  - {name: 香港, type: ss, server: 192.0.2.1, port: 443, cipher: aes-128-gcm, password: "p"}
  - name: B
    type: vless
    server: 192.0.2.2
    port: 443
    uuid: 11111111-2222-4333-8444-555555555555
    reality-opts: {public-key: AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8}
proxy-groups:
  - {name: G, type: select, proxies: [香港, B, DIRECT], use: [a]}
rules:
  - DOMAIN-SUFFIX,example.com,G
  - AND,((DOMAIN,a.example.com),(NETWORK,UDP)),REJECT
  - MATCH,G
`,
  JSON.stringify({
    dns: { servers: [{ type: 'local', tag: 'l' }], rules: [{ domain: ['a'], server: 'l' }] },
    inbounds: [{ type: 'mixed', tag: 'in', listen: '127.0.0.1', listen_port: 7890 }],
    outbounds: [
      { type: 'selector', tag: 'G', outbounds: ['s', 'direct'] },
      { type: 'shadowsocks', tag: 's', server: '192.0.2.1', server_port: 443, method: 'aes-128-gcm', password: 'p' },
      { type: 'direct', tag: 'direct' },
    ],
    route: { rules: [{ domain_regex: ['^a+$'], outbound: 'G' }], rule_set: [], final: 'G' },
  }),
  JSON.stringify({
    inbounds: [{ protocol: 'socks', port: 1080, listen: '127.0.0.1' }],
    outbounds: [
      { tag: 'n', protocol: 'vless', settings: { vnext: [{ address: 'a', port: 443, users: [{ id: 'a', encryption: 'none' }] }] }, streamSettings: { network: 'ws', security: 'tls', wsSettings: { path: '/' } } },
    ],
    routing: { balancers: [{ tag: 'b', selector: ['n'] }], rules: [{ domain: ['a'], balancerTag: 'b' }] },
  }),
] // oxfmt-ignore

const PIECES = [
  '{', '}', '[', ']', ':', ': ', ',', '"', "'", '\n', '\n  ', '- ', '? ', '&a ', '*a', '<<: *p', '#', '//', '/*', '|', '>',
  '\t', '\r\n', '\u0000', '\ud800', '\ufeff', '---\n', '...', '!!', '%', '0x', '1e999', '-', 'null', 'true', '~', '((', '))',
  'AND,((', '🇭🇰', '(a+)+$', '\\', '999999999999999999999', '../..', '::/0', '__proto__', 'constructor', 'toString',
] // oxfmt-ignore

/** Linear congruential: the same seed gives the same texts everywhere. */
function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A config with a few places changed, cut to a length or repeated up to it. */
export function mutatedConfig(seed: number, length: number): string {
  const random = randomOf(seed)
  let text = BASES[random(BASES.length)]!
  while (text.length < length) text += random(3) === 0 ? BASES[random(BASES.length)]! : text.slice(random(text.length))
  text = text.slice(0, length)
  for (let change = random(12) + 1; change > 0; change--) {
    const at = random(text.length + 1)
    const piece = PIECES[random(PIECES.length)]!.repeat(random(4) === 0 ? random(200) : 1)
    text = text.slice(0, at) + piece + text.slice(at + random(20))
  }
  return text
}

/** A config in which lines stand several times and at most two places are changed: most of these can be read. */
export function readableConfig(seed: number, length: number): string {
  const random = randomOf(seed)
  const base = BASES[random(BASES.length)]!
  const isJson = base.startsWith('{')
  const lines = isJson ? JSON.stringify(JSON.parse(base), undefined, random(5)).split('\n') : base.split('\n')
  const whole = lines.flatMap((line, at) => (isWhole(line, isJson) ? [at] : []))
  // Copies of one line stand side by side.
  const copies = new Map<number, number>()
  for (let size = base.length; size < length && whole.length > 0;) {
    const at = whole[random(whole.length)]!
    const count = random(20) + 1
    copies.set(at, (copies.get(at) ?? 0) + count)
    size += (lines[at]!.length + 1) * count
  }
  const all = lines.flatMap((line, at) => [line].concat(Array.from({ length: copies.get(at) ?? 0 }, (_, n) => numbered(line, n, random)))) // oxfmt-ignore
  let text = all.join(random(4) === 0 ? '\r\n' : '\n')
  for (let change = random(3); change > 0; change--) {
    const at = random(text.length + 1)
    text = text.slice(0, at) + PIECES[random(PIECES.length)]! + text.slice(at + random(4))
  }
  return text
}

/** Whether a line may stand there again. */
function isWhole(line: string, isJson: boolean): boolean {
  const depth = line.replaceAll(/[^[{]/g, '').length - line.replaceAll(/[^\]}]/g, '').length
  return depth === 0 && (isJson ? line.endsWith(',') : /^ *- .*\S/.test(line) && !line.includes('name: B'))
}

/** A copy of a line, of which most say something else. */
function numbered(line: string, number: number, random: (below: number) => number): string {
  return random(4) === 0 ? line : line.replace(/([\p{L}\d])(["',}]|$)/u, `$1${number}$2`)
}

/** Time of the processor: other work on the machine does not count. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Checks a text for every client; gives the longest time that one of them took, in milliseconds. */
export function checkForAll(text: string): number {
  let longest = 0
  for (const { id } of CLIENT_FACTS) {
    const start = cpuMs()
    checkConfig(text, { client: id })
    longest = Math.max(longest, cpuMs() - start)
  }
  return longest
}
