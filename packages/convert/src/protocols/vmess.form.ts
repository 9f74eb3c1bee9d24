import { flag, json, number, pick, secret, type NodeForm } from './shared/form.ts'

/** The form of vmess nodes. */
export const vmessForm: NodeForm = {
  fields: [
    secret('uuid!'),
    number('alterId!'),
    pick('cipher!', 'auto', 'none', 'zero', 'aes-128-gcm', 'chacha20-poly1305', 'aes-128-cfb'),
    pick('packetEncoding', 'packetaddr', 'xudp'),
    flag('globalPadding'),
    flag('authenticatedLength'),
    json('json'),
  ],
  tls: 'or-null',
  reality: true,
  transport: 'or-null',
}
