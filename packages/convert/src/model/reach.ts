/**
 * What somebody without a secret can try at the server of a node: a TCP connection, a TLS handshake with its name and
 * protocols, or a QUIC handshake: docs/formats/reach.md.
 */
export interface Reach {
  transport: 'tcp' | 'tls' | 'quic'
  sni?: string
  alpn?: readonly string[]
}
