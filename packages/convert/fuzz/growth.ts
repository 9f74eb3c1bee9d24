import type * as Engine from '../src/index.ts'
import { configGrowths, type ToolGrowth } from './config-growth.ts'
import { type Growth, WorkCounter, type WorkOf } from './count-work.ts'
import { PLANS, type Shape, TEMPLATES, TEXTS } from './shapes.ts'

/**
 * Prints by what the work for every shape and client grows, and the work of every tool for configs: 2 = linear, 4 = quadratic. A
 * program of its own, because only what is loaded after the counter was made is counted. `growth.ts SIZE CONFIG_SIZE` asks for
 * SIZE, twice and four times that, and with `quick` behind it only where fewer do not say it.
 */
const [size, configSize, quick] = process.argv.slice(2)
const isQuick = quick === 'quick'
const counter = new WorkCounter()
const engine: typeof Engine = await import('../src/index.ts')

export interface Growths {
  texts: Growth[]
  configs: ToolGrowth[]
}

const CLIENT_IDS = ['mihomo', 'clash', 'singbox'] as const
type Client = (typeof CLIENT_IDS)[number]

function workOf({ text, options }: Shape, isTemplate: boolean, client: Client): WorkOf {
  return (count) => {
    const given = text(count)
    const more = options?.(count)
    return () => {
      try {
        const template = isTemplate ? templateOf(given) : undefined
        const source = { name: 'growth', text: isTemplate ? 'trojan://pw@a.example:443#A' : given }
        engine.convertText([source], { to: client, ...(template ? { template } : {}), ...more })
      } catch (error) {
        // Nothing to give back is an answer like any other.
        if (!(error instanceof engine.ConvertError)) throw error
      }
    }
  }
}

function templateOf(text: string): Engine.Template {
  return engine.isIniTemplate(text) ? engine.readIniTemplate(text, 'ini').template : engine.readOwnConfig(text, 'own')
}

const texts: Growth[] = []
const look = async (shape: Shape, clients: readonly Client[], isTemplate = false) => {
  for (const client of clients) {
    const factor = await counter.growth(workOf(shape, isTemplate, client), Number(size), isQuick)
    texts.push({ what: shape.what, client, factor })
  }
}
for (const shape of TEXTS) await look(shape, ['mihomo'])
for (const shape of PLANS) await look(shape, CLIENT_IDS)
for (const shape of TEMPLATES) await look(shape, CLIENT_IDS, true)
const configs = await configGrowths(counter, Number(configSize), isQuick)
console.log(JSON.stringify({ texts, configs } satisfies Growths))
