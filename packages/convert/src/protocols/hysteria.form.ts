import { json, number, pick, secret, text, type NodeForm } from './shared/form.ts'

/** The form of hysteria nodes. */
export const hysteriaForm: NodeForm = {
  fields: [
    secret('auth'),
    secret('authBytes'),
    secret('obfs'),
    pick('protocol', 'wechat-video', 'faketcp'),
    number('up'),
    number('down'),
    text('ports'),
    json('hopInterval'),
    json('quic'),
    json('mihomo'),
  ],
  tls: 'always',
  reality: false,
  transport: 'none',
}
