import type { FormLayout } from '../../config-form/shared/form-layout.ts'
import { clashFormLayout } from '../clash-config/form-layout.ts'
import { FIRST_PARTS } from '../mihomo/form-layout.ts'
import { CLASH_DIALECT } from './check-config.ts'
import { CLASH_KEYS } from './config-keys.ts'
import { clashFacts } from './facts.ts'

/** How configs of Clash are laid out as a form. */
export const clashForm: FormLayout = clashFormLayout({
  keys: CLASH_KEYS,
  dialect: CLASH_DIALECT,
  groupTypes: clashFacts.groups.types,
  ...FIRST_PARTS,
})
