import type { FormLayout } from '../../config-form/shared/form-layout.ts'
import { HEALTH_CHECK_INTERVAL_S, PROBE_URL, URL_TEST_TOLERANCE_MS } from '../../templates/builtin.ts'
import { LIST_INTERVAL_S } from '../../templates/list-addresses.ts'
import { clashFormLayout } from '../clash-config/form-layout.ts'
import { CONFIG_KEYS } from './config-keys/config.ts'
import { MIHOMO_DIALECT } from './config-keys/dialect.ts'
import { mihomoFacts } from './facts.ts'
import { PROVIDER_INTERVAL_S } from './proxy-providers.ts'

/** What new groups, providers and lists begin with. */
export const FIRST_PARTS = {
  probe: { url: PROBE_URL, interval: HEALTH_CHECK_INTERVAL_S, tolerance: URL_TEST_TOLERANCE_MS },
  listInterval: LIST_INTERVAL_S,
  providerInterval: PROVIDER_INTERVAL_S,
}

/** How configs of mihomo are laid out as a form. */
export const mihomoForm: FormLayout = clashFormLayout({
  keys: CONFIG_KEYS,
  dialect: MIHOMO_DIALECT,
  groupTypes: mihomoFacts.groups.types,
  ...FIRST_PARTS,
})
