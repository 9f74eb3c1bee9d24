import { number, secret, type NodeForm } from './shared/form.ts'

/** The form of anytls nodes. */
export const anytlsForm: NodeForm = {
  fields: [secret('password!'), number('idleCheckInterval'), number('idleTimeout'), number('minIdle')],
  tls: 'always',
  reality: true,
  transport: 'none',
}
