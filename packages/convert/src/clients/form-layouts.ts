import type { FormLayout } from '../config-form/shared/form-layout.ts'
import { clashForm } from './clash/form-layout.ts'
import type { ClientId } from './facts.ts'
import { mihomoForm } from './mihomo/form-layout.ts'
import { singboxForm } from './singbox/form-layout.ts'

/** How a config is laid out as a form, by client; undefined: it is edited as text alone. */
export const FORM_LAYOUTS: Readonly<Record<ClientId, FormLayout | undefined>> = {
  mihomo: mihomoForm,
  clash: clashForm,
  singbox: singboxForm,
  xray: undefined,
}
