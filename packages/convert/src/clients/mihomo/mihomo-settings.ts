import { type ClientSettings, controllerAddress } from '../../config/client-settings.ts'
import { MIXED_PORT } from '../../model/setting-limits.ts'
import type { JsonObject } from '../../text/record.ts'

/** The settings of a mihomo or Clash config of ours. */
export function mihomoDefaults({ controllerPort, secret, ...settings }: ClientSettings): JsonObject {
  return {
    'mixed-port': MIXED_PORT,
    'allow-lan': false,
    mode: 'rule',
    'log-level': 'info',
    ipv6: true,
    ...mihomoSettings(settings),
    ...(secret ? { 'external-controller': controllerAddress({ controllerPort }), secret } : {}),
  }
}

/** What was set, as keys of the user's own mihomo or Clash config. */
export function mihomoSettings(settings: ClientSettings): JsonObject {
  const { mixedPort, controllerPort, allowLan, secret, logLevel } = settings
  return {
    ...(mixedPort === undefined ? {} : { 'mixed-port': mixedPort }),
    ...(allowLan === undefined ? {} : { 'allow-lan': allowLan }),
    ...(logLevel === undefined ? {} : { 'log-level': logLevel }),
    ...(controllerPort === undefined ? {} : { 'external-controller': controllerAddress(settings) }),
    ...(secret ? { secret } : {}),
  }
}
