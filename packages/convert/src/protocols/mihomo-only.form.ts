import { json, type NodeForm } from './shared/form.ts'

/** Types that mihomo alone has. */
export const MIHOMO_ONLY_TYPES = [
  'sudoku', 'masque', 'trusttunnel', 'openvpn', 'tailscale', 'gost-relay', 'rematch', 'direct', 'reject', 'dns',
] as const // oxfmt-ignore

/** The form of their nodes: the options stand as mihomo spells them, and what is secret among them is told by its name. */
export const mihomoOnlyForm: NodeForm = { fields: [json('options')], tls: 'none', reality: false, transport: 'none' }
