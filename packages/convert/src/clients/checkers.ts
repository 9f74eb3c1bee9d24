import type { ClientId } from './facts.ts'
import type { ConfigChecker } from './config-checker.ts'
import { checkClashConfig } from './clash/check-config.ts'
import { checkMihomoConfig } from './mihomo/check-config.ts'
import { checkSingboxConfig } from './singbox/check-config.ts'
import { checkXrayConfig } from './xray/check-config.ts'

/** Who checks a config, by client. */
export const CONFIG_CHECKERS: Readonly<Record<ClientId, ConfigChecker>> = {
  mihomo: { format: 'yaml', version: '1.19', check: checkMihomoConfig },
  clash: { format: 'yaml', version: '1.18', check: checkClashConfig },
  singbox: { format: 'json', version: '1.14', check: checkSingboxConfig },
  xray: { format: 'json', version: '26.3', check: checkXrayConfig },
}
