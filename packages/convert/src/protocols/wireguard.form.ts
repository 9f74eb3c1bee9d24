import { flag, json, list, number, secret, text, type NodeForm } from './shared/form.ts'

/** The form of wireguard nodes. */
export const wireguardForm: NodeForm = {
  fields: [
    secret('privateKey!'),
    text('publicKey!'),
    secret('presharedKey'),
    list('address!'),
    list('allowedIps'),
    list('reserved'),
    number('keepalive'),
    number('mtu'),
    list('dns'),
    flag('remoteDns'),
    number('workers'),
    json('amnezia'),
    json('morePeers'),
    json('mihomo'),
  ],
  tls: 'none',
  reality: false,
  transport: 'none',
}
