import { json, flag, number, pick, secret, type NodeForm } from './shared/form.ts'

/** The form of tuic nodes. */
export const tuicForm: NodeForm = {
  fields: [
    secret('uuid'),
    secret('password'),
    secret('token'),
    pick('congestion', 'cubic', 'new_reno', 'bbr', 'bbr_meta_v1', 'bbr_meta_v2'),
    pick('udpRelayMode', 'native', 'quic'),
    flag('reduceRtt'),
    number('heartbeat'),
    number('udpOverStream', 1, 2),
    json('quic'),
    json('mihomo'),
  ],
  tls: 'always',
  reality: false,
  transport: 'none',
}
