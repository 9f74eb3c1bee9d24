import { number, pick, secret, text, type NodeForm } from './shared/form.ts'

/** The ciphers of Shadowsocks that one would choose today. */
export const SS_METHODS = [
  'aes-128-gcm',
  'aes-192-gcm',
  'aes-256-gcm',
  'chacha20-ietf-poly1305',
  'xchacha20-ietf-poly1305',
  '2022-blake3-aes-128-gcm',
  '2022-blake3-aes-256-gcm',
  '2022-blake3-chacha20-poly1305',
  'none',
]

/** The form of ss nodes. */
export const ssForm: NodeForm = {
  fields: [pick('method!', ...SS_METHODS), secret('password!'), number('udpOverTcp', 1, 2), text('group')],
  tls: 'or-absent',
  reality: false,
  transport: 'or-absent',
  plugin: true,
}
