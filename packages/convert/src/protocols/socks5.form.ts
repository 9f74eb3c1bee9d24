import { number, pick, secret, type NodeForm } from './shared/form.ts'

/** The form of socks5 nodes. */
export const socks5Form: NodeForm = {
  fields: [secret('username'), secret('password'), pick('version', '4', '4a'), number('udpOverTcp', 1, 2)],
  tls: 'or-null',
  reality: false,
  transport: 'none',
}
