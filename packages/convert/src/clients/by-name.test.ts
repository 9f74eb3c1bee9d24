import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { CLIENT_FACTS } from './facts.ts'

/**
 * Code that compares a client by its name sends the next client down another one's path. It asks the client instead:
 * `clientFacts(id).rules.grammar`, `facts.options.includes('tun')`.
 */

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const FOLDERS = ['packages/convert/src', 'packages/recipe/src', 'packages/locale/src', 'apps/cli/src', 'apps/web/app']
/** Here clients and protocols say what they are. */
const OWN_GROUND = /^packages[/]convert[/]src[/](clients|protocols)[/]/

/** Comparisons that stay, each with its reason. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // The repair that is offered is mihomo itself: it takes all nodes that others refuse.
  'packages/recipe/src/list-issues.ts': ['mihomo'],
  'apps/web/app/features/convert/nodes/fixes.ts': ['mihomo'],
}

const NAMES = CLIENT_FACTS.flatMap(({ spellings }) => spellings).join('|')
const COMPARISON = new RegExp(String.raw`(?:[=!]== |case )'(${NAMES})'`, 'g')

/** The clients that a text compares by name. */
function comparedIn(text: string): string[] {
  return [...new Set([...text.matchAll(COMPARISON)].map(([, name]) => name!))]
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /[.]tsx?$/.test(file) && !/[.]test[.]tsx?$/.test(file) && !OWN_GROUND.test(file))
}

describe('no code outside its folder compares a client by name', () => {
  test('the check sees a comparison', () => {
    expect(comparedIn("if (target === 'singbox') x()")).toEqual(['singbox'])
    expect(comparedIn("case 'mihomo':")).toEqual(['mihomo'])
    expect(comparedIn("spellings: ['mihomo']")).toEqual([])
  })

  test.each(FOLDERS)('in %s', (folder) => {
    const files = sourcesIn(folder)
    expect(files.length).toBeGreaterThan(5)
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
