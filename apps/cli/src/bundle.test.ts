import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { EMPTY_RECIPE, withOutput, writeRecipe } from '@switchyard/recipe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUNDLE, ROOT } from './bundle.mjs'
import { Folder, removeFolders, type CliRun, spawnCli } from './run-cli.ts'

afterAll(removeFolders)

const LINK = 'trojan://password@example.com:443#HK'
const RECIPE = writeRecipe(withOutput(EMPTY_RECIPE, 'links'), { secrets: true }).text

describe('every command runs from one file', () => {
  const server = createServer((_, response) => response.end(LINK))
  let address: string
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.close()
  })

  const folder = new Folder({ 'links.txt': LINK, 'recipe.json': RECIPE, 'rules.txt': 'DOMAIN,example.com,DIRECT' })
  const env = { DATA_DIR: join(folder.path, 'data'), SECRET: '', DATABASE_URL: '' }
  const list = join(folder.path, 'modules.txt')
  // Writes down each file that Node loads, and hands the call on.
  const spy = `data:text/javascript,${encodeURIComponent(
    `import { registerHooks } from 'node:module'
     import { appendFileSync } from 'node:fs'
     registerHooks({ load(url, context, next) {
       if (!process.argv[1].includes('apps/server') && url.startsWith('file:')) appendFileSync(${JSON.stringify(list)}, url + '\\n')
       return next(url, context)
     } })`,
  )}`

  /** What a call answered, and which files of this repository it loaded. */
  async function loadedBy(args: string[]): Promise<CliRun & { files: string[] }> {
    writeFileSync(list, '')
    const run = await spawnCli(args, { cwd: folder.path, env: { ...env, NODE_OPTIONS: `--import=${spy}` } })
    const urls = readFileSync(list, 'utf8').trimEnd().split('\n')
    return { ...run, files: urls.map((url) => url.split('/').slice(-2).join('/')) }
  }

  test.each<[call: string, said: RegExp, code: number]>([
    ['--version', /^\d+\.\d+\.\d+\n$/, 0],
    ['--help', /^Usage: switchyard/, 0],
    ['convert --help', /--sing-box-version/, 0],
    ['convert links.txt --to links', /^trojan:\/\/password@example\.com:443#HK\n$/, 0],
    ['convert ADDRESS --to links', /^trojan:\/\/password@example\.com:443#HK\n$/, 0],
    ['convert links.txt --to quake', /^--to cannot be “quake”/, 2],
    ['convert links.txt --recipe recipe.json', /^trojan:\/\/password@example\.com:443#HK\n$/, 0],
    ['parse links.txt', /^\{"line":1,"ok":true,/, 0],
    ['rules rules.txt', /^$/, 0],
    ['serve --help', /^ {2}DATA_DIR/m, 0],
    ['migrate', /^Changed: /, 0],
    ['setup-code', /^\w+\n$/, 0],
    ['backup all.gz', /^all\.gz holds /, 0],
    ['restore all.gz', /^The database holds something already/m, 1],
    ['move --to postgres://127.0.0.1:1/none', /^The database cannot be reached/, 1],
    ['reseal', /have the newest key now/, 0],
    ['doctor', /^✓ The keys open what is sealed/m, NaN],
    ['reset-password nobody@example.com', /^No account has this address/m, 1],
  ])('switchyard %s', async (call, said, code) => {
    const run = await loadedBy(call.split(' ').map((word) => (word === 'ADDRESS' ? address : word)))
    expect(run.stdout + (run.code === 0 ? '' : run.stderr)).toMatch(said)
    // The doctor asks the internet, which a test may not have.
    if (call !== 'doctor') expect(run.code).toBe(code)
    expect(run.files).toEqual([
      'bin/switchyard.mjs',
      'scripts/carried-node.mjs',
      'scripts/end-with-npm.mjs',
      'src/main.mjs',
      'src/bundle.mjs',
      'dist/switchyard.mjs',
    ])
  })
})

describe('the bundle is made when it is needed', () => {
  /** The terminal of this repository, with sources of its own. */
  function checkout(): {
    run: (...args: string[]) => CliRun
    edit: (file: string, from: string, to: string) => void
    bundle: string
  } {
    const { path } = new Folder()
    const app = join(path, 'apps/cli')
    mkdirSync(app, { recursive: true })
    for (const name of ['bin', 'src', 'build.ts', 'package.json'])
      cpSync(join(ROOT, 'apps/cli', name), join(app, name), { recursive: true })
    for (const name of ['node_modules', 'packages', 'scripts', 'apps/cli/node_modules'])
      symlinkSync(join(ROOT, name), join(path, name), 'junction')
    return {
      bundle: join(path, BUNDLE),
      run(...args) {
        const file = join(app, 'bin/switchyard.mjs')
        const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { cwd: path, encoding: 'utf8' })
        return { code: status, stdout, stderr }
      },
      edit(file, from, to) {
        const text = readFileSync(join(app, file), 'utf8')
        expect(text).toContain(from)
        writeFileSync(join(app, file), text.replace(from, to))
      },
    }
  }

  test('by the first call, and again when a source has changed, and a bug in it names the place in the sources', () => {
    const { run, edit, bundle } = checkout()
    expect(existsSync(bundle)).toBe(false)
    expect(run('--help').stdout).toMatch(/^Usage: switchyard /)
    const first = readFileSync(bundle, 'utf8')
    expect(run('--help').stdout).toMatch(/^Usage: switchyard /)
    edit('src/program.ts', "new Command('switchyard')", "new Command('signalbox')")
    edit('src/commands/rules.ts', 'const version = read', 'null!.toString()\n  const version = read')
    expect(run('--help')).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^Usage: signalbox /) })
    expect(readFileSync(bundle, 'utf8')).not.toBe(first)
    const { code, stderr } = run('rules', 'rules.txt')
    const place = readFileSync(join(ROOT, 'apps/cli/src/commands/rules.ts'), 'utf8').split('const version')[0]!
    expect(stderr).toContain(`apps/cli/src/commands/rules.ts:${place.split('\n').length}:`)
    expect(code).toBe(1)
  })

  test('or the sources run, where it cannot be made', () => {
    const { run, edit, bundle } = checkout()
    edit('build.ts', "from 'rolldown'", "from 'no-bundler-is-installed'")
    expect(run('--help')).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^Usage: switchyard /) })
    expect(existsSync(bundle)).toBe(false)
  })
})
