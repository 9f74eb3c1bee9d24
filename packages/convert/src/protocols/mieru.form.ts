import { pick, secret, text, type NodeForm } from './shared/form.ts'

/** The form of mieru nodes. */
export const mieruForm: NodeForm = {
  fields: [
    secret('username!'),
    secret('password!'),
    pick('transport!', 'TCP', 'UDP'),
    text('portRange'),
    text('multiplexing'),
    text('handshakeMode'),
    text('trafficPattern'),
    text('profile'),
  ],
  tls: 'none',
  reality: false,
  transport: 'none',
}
