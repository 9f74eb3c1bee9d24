import { secret, text, type NodeForm } from './shared/form.ts'

/** The form of ssr nodes. */
export const ssrForm: NodeForm = {
  fields: [
    text('method!'),
    secret('password!'),
    text('protocol!'),
    secret('protocolParam'),
    text('obfs!'),
    text('obfsParam'),
    text('group'),
    text('udpPort'),
    text('uot'),
  ],
  tls: 'none',
  reality: false,
  transport: 'none',
}
