import { CONTROLLER_PORT, type ClientId, intervalSeconds, MIXED_PORT, PROBE_URL } from '@switchyard/convert/facts'
import { keysOf } from '@switchyard/convert/record'
import { type ClientDefaults, clientDefaults } from '../../../components/kept-settings/client-defaults.ts'
import mihomo from './new/mihomo.yaml?raw'
import singbox from './new/sing-box.json?raw'

type Texts = Readonly<Partial<Record<ClientId, string>>>

const NEW_CONFIGS: Texts = { mihomo, singbox }

/** What a new config begins as, with the ports and tests that its person set for the client. */
export function newConfigs(): Texts {
  return Object.fromEntries(
    keysOf(NEW_CONFIGS).map((client) => [client, withDefaults(NEW_CONFIGS[client] ?? '', clientDefaults(client))]),
  )
}

/** A config of ours, whose values are known to the letter. */
function withDefaults(text: string, defaults: ClientDefaults): string {
  const { mixedPort = MIXED_PORT, controllerPort = CONTROLLER_PORT, probeUrl = PROBE_URL } = defaults
  const { tolerance, urlTestInterval } = defaults
  const seconds = intervalSeconds(urlTestInterval)
  let next = text
    .replace(`port: ${MIXED_PORT}`, `port: ${mixedPort}`)
    .replace(`"listen_port": ${MIXED_PORT}`, `"listen_port": ${mixedPort}`)
    .replace(`127.0.0.1:${CONTROLLER_PORT}`, `127.0.0.1:${controllerPort}`)
    .replace(PROBE_URL, () => JSON.stringify(probeUrl).slice(1, -1))
  if (seconds !== undefined) next = next.replace('interval: 600', `interval: ${seconds}`)
  if (tolerance !== undefined) next = next.replace('tolerance: 50', `tolerance: ${tolerance}`)
  return next
}
