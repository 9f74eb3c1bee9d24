import { flag, json, number, secret, text, type NodeForm } from './shared/form.ts'

/** The form of snell nodes. */
export const snellForm: NodeForm = {
  fields: [secret('psk!'), number('version', 1, 6), secret('userKey'), flag('reuse'), text('mode'), json('obfs')],
  tls: 'none',
  reality: false,
  transport: 'none',
}
