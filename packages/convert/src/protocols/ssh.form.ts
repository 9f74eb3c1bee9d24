import { list, secret, text, type NodeForm } from './shared/form.ts'

/** The form of ssh nodes. */
export const sshForm: NodeForm = {
  fields: [
    secret('username!'),
    secret('password'),
    secret('privateKey', 'long'),
    secret('passphrase'),
    list('hostKeys'),
    list('hostKeyAlgorithms'),
    text('clientVersion'),
    list('ciphers'),
    list('macs'),
    list('keyExchanges'),
  ],
  tls: 'none',
  reality: false,
  transport: 'none',
}
