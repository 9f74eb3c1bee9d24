import { json, number, pick, secret, text, type NodeForm } from './shared/form.ts'

/** The form of hysteria2 nodes. */
export const hysteria2Form: NodeForm = {
  fields: [
    secret('password'),
    text('ports'),
    json('hopInterval'),
    json('obfs'),
    number('up'),
    number('down'),
    pick('bbrProfile', 'conservative', 'standard', 'aggressive'),
    json('realm'),
    json('quic'),
    json('mihomo'),
  ],
  tls: 'always',
  reality: false,
  transport: 'none',
}
