import type * as Configs from '../src/configs.ts'
import { CONFIG_CHANGES, CONFIG_SHAPES, type ConfigShape } from './config-shapes.ts'
import { WorkCounter } from './count-work.ts'
import type { Growth } from './growth.ts'

/**
 * The same as growth.ts for what is done to a config that somebody brings. `config-growth.ts SIZE TOOL`: its work with
 * configs in which something stands SIZE, twice and four times as often.
 */
const [size = '100', tool = 'check'] = process.argv.slice(2)
const counter = new WorkCounter()
const configs: typeof Configs = await import('../src/configs.ts')

const QUESTIONS = 20

type Tool = (text: string, client: ConfigShape['client']) => unknown

const TOOLS: Readonly<Record<string, Tool>> = {
  check: (text, client) => configs.checkConfig(text, { client }),
  inject: (text, client) => {
    const { changes, issues } = configs.readChanges(CONFIG_CHANGES[client]!)
    if (issues.length > 0) throw new TypeError('the changes cannot be read')
    return configs.injectChanges(text, changes, { client })
  },
  explain: (text, client) => {
    const explanation = configs.openExplanation(text, { client })
    for (let n = 0; n < QUESTIONS; n++) explanation.ask({ host: `h${n}.example.com`, port: 443 })
  },
  compare: (text, client) => configs.compareConfigs(text, text.replaceAll('h1', 'h2').replace('P1', 'P2'), { client }),
  upgrade: (text, client) => configs.upgradeConfig(text, { client }),
}

/** What is above it is counted again, so often. */
const SUSPICIOUS = 2.5
const AGAIN = 2

const rows: Growth[] = []
const run = TOOLS[tool]!
for (const { what, client, text } of CONFIG_SHAPES) {
  const work = async (count: number) => {
    const given = text(count)
    return await counter.countAsync(() => run(given, client))
  }
  // What is made once and kept is no growth.
  await work(8)
  const factorOf = async () => {
    const counts: number[] = []
    for (const factor of [1, 2, 4]) counts.push(await work(Number(size) * factor))
    const [one = 0, two = 0, four = 0] = counts
    return Math.round(((four - two) / Math.max(1, two - one)) * 100) / 100
  }
  let factor = await factorOf()
  // V8 now and then counts too little, and the factor is too large by chance. Work that grows too fast does so each time.
  for (let again = 0; again < AGAIN && factor > SUSPICIOUS; again++) factor = Math.min(factor, await factorOf())
  rows.push({ what, client, factor })
}
console.log(JSON.stringify(rows))
