import { load } from 'js-yaml'
import { expect } from 'vitest'
import { prefixConfig, readNameBatches, type BatchNaming } from '../src/configs.ts'
import { isRecord, recordOf, type JsonObject } from '../src/text/record.ts'
import { engineTest } from './engine-test.ts'
import { freePort } from './free-ports.ts'
import { checkWithMihomo, withMihomo } from './mihomo.ts'

const NODE = 'type: socks5, server: 127.0.0.1, port: 9'
const CONFIG = `proxies:
  - {name: JP 3倍, ${NODE}}
proxy-providers:
  one: {type: inline, payload: [{name: HK 2倍, ${NODE}}, {name: US, ${NODE}}]}
  two: {type: inline, payload: [{name: HK 2倍, ${NODE}}, {name: US, ${NODE}}]}
proxy-groups:
  - {name: Select, type: select, proxies: [JP 3倍], use: [one, two]}
rules: ["MATCH,Select"]
`

const NAMINGS: readonly BatchNaming[] = [
  { prefix: 'A ', suffix: '', renames: [] },
  { prefix: '', suffix: ' | 尾', renames: [{ pattern: '(.*)倍', target: 'x$1' }] },
  { prefix: 'U', suffix: 'S', renames: [{ pattern: 'US', target: 'us' }, { pattern: '[a-z]', target: '<$0>' }] }, // oxfmt-ignore
  { prefix: '', suffix: '', renames: [{ pattern: 'K', target: '-$$-' }, { pattern: '(?<two>2)', target: '${two}$$' }] }, // oxfmt-ignore
]

engineTest(
  ['mihomo'],
  'nodes are called in mihomo as the samples say',
  async ({ mihomo }) => {
    for (const naming of NAMINGS) {
      const nodes = (await readNameBatches(CONFIG))!
      const wanted = [{ provider: 'one', naming }, { naming }]
      const { text, batches, issues } = await prefixConfig(CONFIG, nodes, wanted)
      expect(issues).toEqual([])
      expect(await checkWithMihomo(mihomo, text)).toBeUndefined()
      const sampled = batches.flatMap(({ samples }) => samples.map(({ to }) => to))
      expect(await namesInMihomo(mihomo, text)).toEqual(byName([...new Set(sampled)]))
    }
  },
  60_000,
)

const byName = (names: readonly (string | undefined)[]) => names.map(String).toSorted((a, b) => a.localeCompare(b))

/** The names of all nodes as the running client says them. */
async function namesInMihomo(path: string, text: string): Promise<string[]> {
  const controller = await freePort()
  const config: JsonObject = {
    ...recordOf(load(text)),
    'mixed-port': await freePort(),
    'external-controller': `127.0.0.1:${controller}`,
    'log-level': 'info',
  }
  return withMihomo(path, config, async () => {
    const ask = async (what: string) => recordOf(await (await fetch(`http://127.0.0.1:${controller}/${what}`)).json())
    const { providers } = await ask('providers/proxies')
    const nodes = Object.values(recordOf(providers)).flatMap((provider) => recordOf(provider)['proxies'])
    const names = nodes.flatMap((node) => (isRecord(node) && node['type'] === 'Socks5' ? [String(node['name'])] : []))
    // The provider `default` names a node of the file once for each group that has it.
    return byName([...new Set(names)])
  })
}
