import { map, secret, text, type NodeForm } from './shared/form.ts'

/** The form of http nodes. */
export const httpForm: NodeForm = {
  fields: [secret('username'), secret('password'), text('path'), map('headers')],
  tls: 'or-null',
  reality: false,
  transport: 'none',
}
