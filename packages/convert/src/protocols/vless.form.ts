import { pick, secret, type NodeForm } from './shared/form.ts'

/** The form of vless nodes. */
export const vlessForm: NodeForm = {
  fields: [
    secret('uuid!'),
    pick('flow', 'xtls-rprx-vision', 'xtls-rprx-vision-udp443'),
    secret('encryption'),
    pick('packetEncoding', 'packetaddr', 'xudp', 'none'),
  ],
  tls: 'or-null',
  reality: true,
  transport: 'or-null',
}
