import type * as Engine from '../src/index.ts'
import { WorkCounter } from './count-work.ts'
import { PLANS, type Shape, TEMPLATES, TEXTS } from './shapes.ts'

/**
 * Prints, for every shape and client, by what its work grows: 2 = linear, 4 = quadratic. A program of its own, because
 * V8 counts only what is loaded after it was told to. `growth.ts SIZE` asks for SIZE, twice and four times that.
 */
const [size = '250'] = process.argv.slice(2)
const counter = new WorkCounter()
const engine: typeof Engine = await import('../src/index.ts')

/** By what the work for the second half of an input is more than that for its second quarter. */
export interface Growth {
  what: string
  client: string
  factor: number
}

const CLIENT_IDS = ['mihomo', 'clash', 'singbox'] as const
type Client = (typeof CLIENT_IDS)[number]

function run({ text, options }: Shape, isTemplate: boolean, client: Client, count: number): void {
  try {
    const given = text(count)
    const template = isTemplate ? templateOf(given) : undefined
    const source = { name: 'growth', text: isTemplate ? 'trojan://pw@a.example:443#A' : given }
    engine.convertText([source], { to: client, ...(template ? { template } : {}), ...options?.(count) })
  } catch (error) {
    // Nothing to give back is an answer like any other.
    if (!(error instanceof engine.ConvertError)) throw error
  }
}

function templateOf(text: string): Engine.Template {
  return engine.isIniTemplate(text) ? engine.readIniTemplate(text, 'ini').template : engine.readOwnConfig(text, 'own')
}

/** What is above it is counted again, so often. */
const SUSPICIOUS = 2.5
const AGAIN = 2

const rows: Growth[] = []
const look = (shape: Shape, clients: readonly Client[], isTemplate = false) => {
  for (const client of clients) {
    // What is made once and kept is no growth.
    run(shape, isTemplate, client, 8)
    const factorOf = () => {
      const [one = 0, two = 0, four = 0] = [1, 2, 4].map((factor) =>
        counter.count(() => run(shape, isTemplate, client, Number(size) * factor)),
      )
      return Math.round(((four - two) / Math.max(1, two - one)) * 100) / 100
    }
    let factor = factorOf()
    // V8 now and then counts too little, and the factor is too large by chance. Work that grows too fast does so each time.
    for (let again = 0; again < AGAIN && factor > SUSPICIOUS; again++) factor = Math.min(factor, factorOf())
    rows.push({ what: shape.what, client, factor })
  }
}
for (const shape of TEXTS) look(shape, ['mihomo'])
for (const shape of PLANS) look(shape, CLIENT_IDS)
for (const shape of TEMPLATES) look(shape, CLIENT_IDS, true)
console.log(JSON.stringify(rows))
