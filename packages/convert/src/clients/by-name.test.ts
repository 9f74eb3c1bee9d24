import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { OUTPUT_FACTS } from '../outputs/facts.ts'
import { PROTOCOLS } from '../protocols/index.ts'

/**
 * Code that compares a client, an output or a protocol by its name sends the next one down another one's path. It asks
 * instead: `clientFacts(id).rules.grammar`, `facts.options.includes('tun')`, `isClientId(to)`, `protocol.needsTls`.
 */

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const FOLDERS = [
  'packages/convert/src',
  'packages/contract/src',
  'packages/locale/src',
  'packages/recipe/src',
  'packages/sources/src',
  'apps/cli/src',
  'apps/server/src',
  'apps/web/app',
]
/** Here clients and protocols say what they are, and formats how other programs call protocols. */
const OWN_GROUND = /^packages[/]convert[/]src[/](clients|protocols|formats)[/]/

/** Comparisons that stay, each with its reason. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // The repair that is offered is mihomo itself: it takes all nodes that others refuse.
  'packages/recipe/src/list-issues.ts': ['mihomo'],
  'apps/web/app/features/convert/nodes/fixes.ts': ['mihomo'],
  // Names of mihomo's adapters, as ini files write them.
  'packages/convert/src/config/groups.ts': ['ss', 'ssr'],
  // What a broken link still says is read without its protocol, which refuses it.
  'packages/recipe/src/line-draft.ts': ['ss', 'tuic', 'vmess', 'wireguard'],
  // A list in base64 is one text: no node of it stands alone.
  'apps/cli/src/options.ts': ['base64'],
  // A kind of input, not an output.
  'apps/web/app/features/convert/input/input-pane.tsx': ['base64'],
  // Kinds of items, not outputs.
  'apps/server/src/features/subscriptions/routes.ts': ['links'],
  'apps/web/app/features/subscribe/item-state.ts': ['links'],
  // Programs by the agent that they send: that of sing-box says its version.
  'apps/server/src/features/outputs/client-agents.ts': ['singbox'],
  // An address may ask for a version, which is an option of sing-box alone (`singboxVersion`).
  'apps/server/src/features/outputs/address-routes.ts': ['singbox'],
  // Its title is longer than its place in the bar.
}

/** Types that are words of other things too: lists that are fetched (`type: http`), actions of rules, a section. */
const OTHER_WORDS: ReadonlySet<string> = new Set(['http', 'direct', 'reject', 'dns'])
const NAMES = OUTPUT_FACTS.flatMap(({ spellings }) => spellings)
  .concat(OUTPUT_FACTS.map(({ id }) => id))
  .concat(PROTOCOLS.map(({ type }) => type))
  .filter((name) => !OTHER_WORDS.has(name))
  .join('|')
const COMPARISON = new RegExp(
  String.raw`(?:[=!]==? |case |[.](?:includes|has|startsWith)[(])'(${NAMES})'|'(${NAMES})' [=!]==?|\['(${NAMES})'(?:, '[^']*')*\][.]includes[(]`,
  'g',
)

/** The clients, outputs and protocols that a text compares by name. */
function comparedIn(text: string): string[] {
  return [...new Set([...text.matchAll(COMPARISON)].map((match) => match.slice(1).find((name) => name !== undefined)!))]
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /[.]tsx?$/.test(file) && !/[.]test[.]tsx?$/.test(file) && !OWN_GROUND.test(file))
}

describe('no code outside its folder compares a client, an output or a protocol by name', () => {
  test('the check sees a comparison', () => {
    expect(comparedIn("if (target === 'singbox') x()")).toEqual(['singbox'])
    expect(comparedIn("case 'mihomo':")).toEqual(['mihomo'])
    expect(comparedIn("if ('links' !== to) x()")).toEqual(['links'])
    expect(comparedIn("node.type != 'vmess'")).toEqual(['vmess'])
    expect(comparedIn("['vmess', 'vless'].includes(type)")).toEqual(['vmess'])
    expect(comparedIn("names.has('ssr')")).toEqual(['ssr'])
    expect(comparedIn("spellings: ['mihomo']")).toEqual([])
  })

  test.each(FOLDERS)('in %s', (folder) => {
    const files = sourcesIn(folder)
    expect(files.length).toBeGreaterThan(3)
    const found = files.flatMap((file) => {
      const compared = comparedIn(readFileSync(join(ROOT, file), 'utf8'))
      return compared.filter((name) => !ALLOWED[file]?.includes(name)).map((name) => `${file}: ${name}`)
    })
    expect(found).toEqual([])
  })

  test('what is allowed is still there', () => {
    for (const [file, names] of Object.entries(ALLOWED)) {
      expect(comparedIn(readFileSync(join(ROOT, file), 'utf8')).toSorted(), file).toEqual([...names].toSorted())
    }
  })
})
