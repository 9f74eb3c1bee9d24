import type * as Configs from '../src/configs.ts'
import { CONFIG_CHANGES, CONFIG_SHAPES, type ConfigShape } from './config-shapes.ts'
import type { Growth, WorkCounter } from './count-work.ts'

export interface ToolGrowth extends Growth {
  tool: string
}

const QUESTIONS = 20

type Tool = (text: string, client: ConfigShape['client']) => unknown

const toolsOf = (configs: typeof Configs): Readonly<Record<string, Tool>> => ({
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
})

/** By what the work of each tool with a config that somebody brings grows. Loads the tools. */
export async function configGrowths(counter: WorkCounter, size: number, isQuick: boolean): Promise<ToolGrowth[]> {
  const tools = toolsOf(await import('../src/configs.ts'))
  const rows: ToolGrowth[] = []
  for (const [tool, run] of Object.entries(tools)) {
    for (const { what, client, text } of CONFIG_SHAPES) {
      const workOf = (count: number) => {
        const given = text(count)
        return () => run(given, client)
      }
      rows.push({ tool, what, client, factor: await counter.growth(workOf, size, isQuick) })
    }
  }
  return rows
}
