import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'

/** The call in each package's README is compiled and run. `expression // value` says what the expression gives. */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Its README says what the call prints. */
const PRINTS = 'convert'
const CODE = new Map(
  readdirSync(join(ROOT, 'packages')).flatMap((name) => {
    const code = blockOf(name, 'ts')
    return code === undefined ? [] : [[name, code] as const]
  }),
)

function blockOf(name: string, language: string): string | undefined {
  const file = join(ROOT, 'packages', name, 'README.md')
  return existsSync(file) ? readFileSync(file, 'utf8').split(`\`\`\`${language}\n`)[1]?.split('```')[0] : undefined
}

const COLLECT = 'const shown: [value: unknown, said: string][] = []\n'
const HAND_ON = '\nexport { shown }\n'

// In the package, so that its own name leads to its own front door.
const files = new Map(
  [...CODE].map(([name, code]) => {
    const file = join(mkdtempSync(join(ROOT, 'packages', name, 'readme-')), 'example.ts')
    writeFileSync(file, name === PRINTS ? code : COLLECT + code.split('\n').map(collected).join('\n') + HAND_ON)
    return [name, file]
  }),
)
afterAll(() => {
  for (const file of files.values()) rmSync(join(file, '..'), { recursive: true })
})

/** A line that says what it gives hands both on. */
function collected(line: string): string {
  const at = line.lastIndexOf(' // ')
  return at <= 0 ? line : `shown.push([${line.slice(0, at)}, ${JSON.stringify(line.slice(at + 4))}])`
}

test('the calls in the READMEs compile', () => {
  const config = {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: true,
      composite: false,
      incremental: false,
      emitDeclarationOnly: false,
      lib: ['ESNext', 'DOM', 'DOM.Iterable'],
      types: ['node'],
      skipLibCheck: true,
    },
    files: [...files.values()],
  }
  const project = join([...files.values()][0]!, '..', 'tsconfig.json')
  writeFileSync(project, JSON.stringify(config))
  const tsc = join(ROOT, 'node_modules/typescript/lib/tsc.js')
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', project, '--checkers', '1'], { encoding: 'utf8' })
  expect(stdout).toBe('')
}, 120_000)

test(`the call in the README of ${PRINTS} prints what stands below it`, () => {
  const { stdout, stderr } = spawnSync(process.execPath, [files.get(PRINTS)!], { encoding: 'utf8' })
  expect(stdout, stderr).toBe(blockOf(PRINTS, 'text'))
})

test.each([...CODE.keys()].filter((name) => name !== PRINTS))(
  'the call in the README of %s gives what it says there',
  async (name) => {
    const { shown } = (await import(pathToFileURL(files.get(name)!).href)) as { shown: [unknown, string][] }
    expect(shown.length).toBeGreaterThan(0)
    for (const [value, said] of shown) {
      if (typeof value === 'string' && said.endsWith(' …')) expect(value.startsWith(said.slice(0, -2)), said).toBe(true)
      else if (value !== said) expect(value).toEqual(valueOf(said))
    }
  },
)

/** A value as it is written in code. */
function valueOf(said: string): unknown {
  // oxlint-disable-next-line typescript/no-implied-eval -- our own README
  return (new Function(`return (${said})`) as () => unknown)()
}
