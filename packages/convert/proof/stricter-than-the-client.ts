import type { GeneratedNode } from './generate-nodes.ts'

/**
 * Nodes that we leave out although the client starts with them, and why that is right: it could not connect with them,
 * or the entry means something else than the client makes of it.
 */
interface Reason {
  /** `code field` of the refusal. */
  refusal: string
  kinds?: readonly string[]
  because: string
}

export const STRICTER_THAN_SINGBOX: readonly Reason[] = [
  {
    refusal: 'version-too-old type',
    because: 'asked for is a file that loads on 1.12 too, and the type came with 1.13 or 1.14',
  },
  {
    refusal: 'version-too-old obfs',
    because: 'asked for is a file that loads on 1.12 too, and gecko came with 1.14',
  },
  {
    refusal: 'missing-field obfsParam',
    kinds: ['hysteria'],
    because: 'obfs without its password: the server takes every packet for noise',
  },
  {
    refusal: 'missing-field server',
    because: 'there is nobody to connect to; sing-box looks at an empty address only when it dials',
  },
  {
    refusal: 'bad-value server',
    because: 'no address has blanks or more than 253 characters, and none with a colon is a name',
  },
  { refusal: 'bad-port port', because: 'nobody listens on port 0; sing-box looks at it only when it dials' },
  { refusal: 'missing-field port', because: 'nobody listens on port 0; sing-box looks at it only when it dials' },
  {
    refusal: 'bad-port ports',
    because: 'port 0 and ports above 65535 are none: sing-box would hop there and lose every packet',
  },
  {
    refusal: 'missing-field uuid',
    because: 'without an id no server lets anyone in; sing-box hashes the empty text to one',
  },
  { refusal: 'missing-field password', because: 'without a password no server lets anyone in' },
  {
    refusal: 'client-refuses host',
    because:
      'no site has such a name: on ws and http the server answers 400 (on httpupgrade sing-box lets it pass), and a line break adds a header',
  },
  {
    refusal: 'client-refuses plugin.host',
    because: 'no site has such a name; not tried with the plugins themselves',
  },
  {
    refusal: 'client-refuses flow',
    because: 'Vision needs raw TCP under TLS: sing-box starts and every connection fails',
  },
  { refusal: 'client-refuses smux', because: 'Vision cannot be multiplexed: the server closes every connection' },
  {
    refusal: 'reality-unsupported reality',
    because: 'QUIC has no uTLS, so sing-box starts and every connection fails',
  },
  {
    refusal: 'bad-value path',
    because: "an ?ed= that is no number is a broken link: what the server does with it is anybody's guess",
  },
  {
    refusal: 'transport-unsupported path',
    because: 'sing-box escapes the ? of a path, and the server knows no such path',
  },
  {
    refusal: 'transport-unsupported headerType',
    because: 'under TLS sing-box speaks HTTP/2 there, the server the HTTP/1.1 header of raw TCP',
  },
  {
    refusal: 'transport-unsupported type',
    kinds: ['vless', 'vmess', 'trojan'],
    because: 'without TLS sing-box speaks HTTP/1.1 there, the server HTTP/2; or QUIC options have no field',
  },
  { refusal: 'transport-unsupported serviceName', because: 'sing-box escapes the slashes of a custom path' },
  { refusal: 'bad-value security', because: 'a word that is no kind of TLS' },
  { refusal: 'protocol-variant-unsupported security', because: 'legacy XTLS is not TLS: no server of today speaks it' },
  { refusal: 'bad-value protocol', kinds: ['hysteria'], because: 'an unknown wire form is not sent as plain UDP' },
  {
    refusal: 'protocol-variant-unsupported protocol',
    kinds: ['hysteria'],
    because: 'sing-box has no faketcp and no wechat-video: the server hears plain UDP and is silent',
  },
]

/** Whether leaving the node out is explained. */
export function isExplained(table: readonly Reason[], node: GeneratedNode, refusal: string): boolean {
  return table.some((row) => row.refusal === refusal && (row.kinds === undefined || row.kinds.includes(node.kind)))
}
