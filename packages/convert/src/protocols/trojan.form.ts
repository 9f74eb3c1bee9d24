import { json, secret, text, type NodeForm } from './shared/form.ts'

/** The form of trojan nodes. */
export const trojanForm: NodeForm = {
  fields: [secret('password!'), text('plugin'), json('shadowsocks'), text('transportSpelled')],
  tls: 'or-null',
  reality: true,
  transport: 'or-null',
}
