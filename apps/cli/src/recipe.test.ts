import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildRequest,
  cloneNode,
  Converter,
  editNodes,
  EMPTY_RECIPE,
  keepDuplicate,
  newStep,
  type Recipe,
  deleteNodes,
  renameNodes,
  replaceLink,
  setDisabled,
  type Step,
  STEP_KINDS,
  OUTPUTS,
  usableSettings,
  withAddedNode,
  withCommon,
  withDrawnSecret,
  withEdits,
  withGroupLang,
  withoutStep,
  withStep,
  withStepAdded,
  withStepMoved,
  withOutput,
  writeRecipe,
} from '@switchyard/recipe'
import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startEngine } from '../../server/src/engine/engine.ts'
import { app } from '../../server/src/test-app.ts'
import { createProgram } from './program.ts'
import { Folder, removeFolders, runCli } from './run-cli.ts'

const { engine, stop: stopEngine } = startEngine()
afterAll(stopEngine)
afterAll(removeFolders)
beforeEach(() => void vi.spyOn(process.stderr, 'write').mockReturnValue(true))
afterEach(() => void vi.restoreAllMocks())

const LINES = [
  'trojan://pw@a.example.com:443#Tokyo%201',
  'trojan://pw@b.example.com:443#Tokyo%201',
  'trojan://pw@a.example.com:443#Tokyo%201',
  'ss://YWVzLTI1Ni1nY206cHc@c.example.com:8388#%F0%9F%87%AD%F0%9F%87%B0%20HK%2010',
  'vless://11111111-1111-4111-8111-111111111111@d.example.com:443?security=tls&type=ws&path=%2Fx#US%202',
  'hysteria2://pw@e.example.com:443?insecure=1#constructor',
  'trojan://pw@f.example.com:443#%E5%89%A9%E4%BD%99%E6%B5%81%E9%87%8F%EF%BC%9A1GB',
  '# comment',
  'nothing://x',
  '',
]
const START: Recipe = withDrawnSecret(
  withGroupLang(withCommon(EMPTY_RECIPE, { template: 'minimal' }), 'zh-CN'),
  'drawn-secret-of-this-test',
)

/** The page: what its worker is asked, and what it answers with. */
function openPage() {
  const converter = new Converter()
  const open = (recipe: Recipe) => {
    for (const { id, name, text } of recipe.sources) converter.read(id, name, text)
    const request = buildRequest(recipe, 'zh-CN', '')
    return { ...request, settings: usableSettings(request.settings, 'zh-CN').settings }
  }
  return {
    keys: (recipe: Recipe) => converter.rows(open(recipe)).map(({ key }) => key),
    node: (recipe: Recipe, key: string) => converter.detail(open(recipe), key)!.node,
    text: (recipe: Recipe) => converter.build(open(recipe)).text,
  }
}

type Page = ReturnType<typeof openPage>
type Change = (recipe: Recipe, pick: (count: number) => number, page: Page) => Recipe

const WORDS = [
  'Tokyo',
  'HK 1',
  '日本',
  '(',
  '$1',
  '__proto__',
  '',
  ' x ',
  '\u202e',
  '{region}-{n:02}',
  '{place}{i}',
  'ab',
]
const ofNode =
  (change: (recipe: Recipe, key: string, pick: (count: number) => number, page: Page) => Recipe): Change =>
  (recipe, pick, page) => {
    const keys = page.keys(recipe)
    return keys.length === 0 ? recipe : change(recipe, keys[pick(keys.length)]!, pick, page)
  }
const ofStep =
  (change: (recipe: Recipe, step: Step, pick: (count: number) => number) => Recipe): Change =>
  (recipe, pick) =>
    recipe.steps.length === 0 ? recipe : change(recipe, recipe.steps[pick(recipe.steps.length)]!, pick)

const CHANGES: readonly Change[] = [
  ofNode((recipe, key, pick) => renameNodes(recipe, { [key]: WORDS[pick(WORDS.length)]! })),
  ofNode((recipe, key, pick) => setDisabled(recipe, [key], pick(2) === 0)),
  ofNode((recipe, key) => deleteNodes(recipe, [key])),
  ofNode((recipe, key) => cloneNode(recipe, key)),
  ofNode((recipe, key) => keepDuplicate(recipe, [key])),
  ofNode((recipe, key, pick, page) => {
    const shown = page.node(recipe, key)
    return editNodes(recipe, { [key]: { shown, node: { ...shown, port: 1000 + pick(100) } } })
  }),
  ofNode((recipe, key, pick) => replaceLink(recipe, key, LINES[pick(LINES.length)]!)),
  (recipe, pick, page) => {
    const keys = page.keys(recipe)
    const at = pick(keys.length + 1)
    return withEdits(recipe, { order: [...keys.slice(at), ...keys.slice(0, at)] })
  },
  (recipe, pick, page) => {
    const [key] = page.keys(recipe)
    return key === undefined ? recipe : withAddedNode(recipe, { ...page.node(recipe, key), port: 2000 + pick(9) })
  },
  (recipe, pick) => withStepAdded(recipe, newStep(STEP_KINDS[pick(STEP_KINDS.length)]!, `${recipe.steps.length}-${pick(999)}`)),
  ofStep((recipe, step, pick) => {
    const word = () => WORDS[pick(WORDS.length)]!
    const said: Record<Step['kind'], object> = {
      filter: { keeps: pick(2) === 0, match: { name: word() } },
      replace: { pattern: word(), to: word() },
      name: { template: word() },
      sort: { by: ['name', 'region', 'type', 'server', 'port', 'source'][pick(6)], isDescending: pick(2) === 0 },
      flag: { adds: pick(2) === 0 },
      affix: { before: word(), behind: word() },
      region: { region: ['JP', 'US', 'x'][pick(3)], match: { name: word() } },
      set: { field: ['udp', 'tfo', 'insecure', 'fingerprint', 'ipVersion'][pick(5)], value: [true, false, null, 'chrome'][pick(4)] },
      unique: { by: ['name', 'address', 'node'][pick(3)] },
    }
    return withStep(recipe, { ...step, ...said[step.kind] })
  }),
  ofStep((recipe, step) => withStep(recipe, { ...step, disabled: !step.disabled })),
  ofStep((recipe, { id }, pick) => withStepMoved(recipe, id, pick(recipe.steps.length))),
  ofStep((recipe, { id }) => withoutStep(recipe, id)),
  (recipe, pick) => withOutput(recipe, OUTPUTS[pick(OUTPUTS.length)]!),
  (recipe, pick) => withCommon(recipe, { prefix: WORDS[pick(WORDS.length)]!, flag: pick(2) === 0 }),
  (recipe, pick) => withCommon(recipe, { nameExclude: WORDS[pick(WORDS.length)]!, keepDuplicates: pick(2) === 0 }),
  (recipe, pick) => withCommon(recipe, { mapping: [{ name: WORDS[pick(WORDS.length)]!, group: 'DIRECT' }] }),
] // oxfmt-ignore

/** The terminal, in this process. */
async function inTerminal(recipe: string): Promise<string | undefined> {
  const folder = new Folder({ 'recipe.json': recipe })
  const out = join(folder.path, 'out')
  let code: number | undefined
  const program = createProgram('en-US', (result) => (code = result))
  await program.parseAsync(['convert', '--recipe', join(folder.path, 'recipe.json'), '-o', out], { from: 'user' })
  return code === 0 ? folder.read('out') : undefined
}

/** The server, with its real threads: what it answers a program that sends the recipe. */
async function onServer(recipe: string): Promise<string | undefined> {
  const headers = { origin: 'http://localhost:3000', 'content-type': 'application/json' }
  // A new app for each: one visitor may ask so often and no more.
  const answer = await app({}, { engine })('/api/recipes/apply', headers, {
    method: 'POST',
    body: JSON.stringify({ recipe, locale: 'zh-CN' }),
  })
  const { data } = (await answer.json()) as { data: { text?: string; error?: string } }
  if (data.text === undefined) expect(data.error).toBe('not-convertible')
  return data.text
}

test('any changes, saved and loaded, give the same bytes in page, server and terminal', async () => {
  const lines = fc.array(fc.constantFrom(...LINES), { maxLength: 8 })
  let written = 0
  const changes = fc.array(fc.tuple(fc.nat(CHANGES.length - 1), fc.infiniteStream(fc.nat(9999))), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(lines, lines, changes, async (first, second, changed) => {
      const page = openPage()
      let recipe: Recipe = {
        ...START,
        sources: [
          { id: 'text', kind: 'text', name: '', text: first.join('\n'), enabled: true },
          { id: 'f1', kind: 'file', name: 'more.txt', text: second.join('\n'), enabled: true, prefix: 'Air ' },
        ],
      }
      for (const [change, numbers] of changed)
        recipe = CHANGES[change]!(recipe, (count) => (count === 0 ? 0 : Number(numbers.next().value) % count), page)
      const shown = page.text(recipe)
      const { text: saved } = writeRecipe(recipe, { secrets: true })
      expect(await onServer(saved)).toBe(shown)
      expect(await inTerminal(saved)).toBe(shown)
      if (shown !== undefined) written++
    }),
    { numRuns: 60, seed: 22 },
  )
  // Most recipes give something; else the test would compare nothing with nothing.
  expect(written).toBeGreaterThan(30)
})

describe('convert --recipe', () => {
  const recipe = (change: object = {}) =>
    JSON.stringify({
      switchyard: 'recipe', version: 2, output: 'mihomo', common: { template: 'minimal', prefix: 'R ' },
      sources: [{ name: 'mine', text: LINES[0] }], steps: [{ kind: 'filter', keeps: false, match: { name: 'HK' } }], ...change,
    }) // oxfmt-ignore

  test('takes sources and options from the file; what is named besides is added, and flags win', async () => {
    const folder = new Folder({ 'r.json': recipe(), 'more.txt': `${LINES[3]}\n${LINES[4]}` })
    const plain = await runCli(['convert', '--recipe', 'r.json', '--list'], { cwd: folder.path })
    expect([plain.code, plain.stdout]).toEqual([0, expect.stringContaining('name: "R Tokyo 1"')])
    const call = ['convert', 'more.txt', '--recipe', 'r.json', '--to', 'links', '--prefix', 'F ', '--report', 'report.json']
    const run = await runCli(call, { cwd: folder.path })
    expect(run.code).toBe(0)
    expect(run.stdout.trim().split('\n').map((line) => decodeURIComponent(new URL(line).hash))).toEqual(['#F Tokyo 1', '#F US 2'])
    expect(JSON.parse(folder.read('report.json'))).toMatchObject({ nodes: 3, excluded: 1, deleted: 0, output: 2 })
    expect(JSON.parse(folder.read('report.json'))).toMatchObject({ issues: expect.arrayContaining([expect.objectContaining({ code: 'excluded', source: 'more.txt', line: 1, message: 'Excluded by step 1 (filter)' })]) as unknown })
  }) // oxfmt-ignore

  test('a config of a recipe that asks for it begins with the day and the counts', async () => {
    const folder = new Folder({ 'r.json': recipe({ common: { template: 'minimal', headComment: true } }) })
    const { stdout } = await runCli(['convert', '--recipe', 'r.json'], { cwd: folder.path })
    const [day, counts, config] = stdout.split('\n')
    expect(day).toMatch(/^# Switchyard \d{4}-\d\d-\d\d$/)
    expect(counts).toMatch(/^# \d+ nodes? · .* → \d+ in output/)
    expect(config).not.toMatch(/^#/)
  })

  test('without sources it takes what stdin gives', async () => {
    const folder = new Folder({ 'r.json': recipe({ sources: undefined }) })
    const run = await runCli(['convert', '--recipe', 'r.json', '--to', 'links'], { cwd: folder.path, stdin: LINES[4]! })
    expect([run.code, run.stdout]).toEqual([0, expect.stringContaining('#R%20US%202')])
  })

  test.each([
    ['{', 'r.json: This is no recipe: the file is not JSON'],
    [recipe({ version: 9 }), 'r.json: A newer Switchyard wrote this recipe: update this one'],
    [recipe({ output: 'surge' }), 'r.json: This recipe cannot be used: output has a value that is not understood'],
  ])('a file that is none ends the call: %#', async (text, said) => {
    const folder = new Folder()
    writeFileSync(join(folder.path, 'r.json'), text)
    const run = await runCli(['convert', '--recipe', 'r.json'], { cwd: folder.path })
    expect([run.code, run.stdout, run.stderr]).toEqual([2, '', expect.stringContaining(said)])
  })

  test('a file that an older version wrote means what it meant then', async () => {
    const key = 'text|trojan|b.example.com|443|Tokyo 1'
    const old = { version: 1, output: undefined, target: 'sing-box', perTarget: { 'sing-box': { list: true } }, sources: [{ text: `${LINES[0]}\n${LINES[1]}\n${LINES[4]}` }] }
    const steps = [{ kind: 'set', field: 'fp', value: 'firefox' }, { kind: 'replace', pattern: '^', to: 'x', isOff: true }]
    const folder = new Folder({ 'r.json': recipe({ ...old, steps, edits: { removed: [key] } }) })
    const { code, stdout, stderr } = await runCli(['convert', '--recipe', 'r.json'], { cwd: folder.path })
    const { outbounds } = JSON.parse(stdout) as { outbounds: { tag: string; tls?: { utls?: { fingerprint: string } } }[] }
    expect([code, outbounds.map(({ tag, tls }) => `${tag} ${tls?.utls?.fingerprint}`)]).toEqual([0, ['R Tokyo 1 firefox', 'R US 2 firefox']])
    expect(stderr).not.toContain('not known here')
  })

  test.each([
    ['en-US', 'The recipe says common.colour, which is not known here: it was left out'],
    ['zh-CN', '方案中的 common.colour 无法识别，已忽略'],
  ])('%s: what of a file is not known is reported, and the rest is converted', async (lang, said) => {
    const folder = new Folder({ 'r.json': recipe({ common: { template: 'minimal', colour: 'red' } }) })
    const call = ['convert', '--recipe', 'r.json', '--lang', lang, '--report', 'report.json']
    const { code, stdout, stderr } = await runCli(call, { cwd: folder.path })
    expect([code, stdout]).toEqual([0, expect.stringContaining('Tokyo 1')])
    expect(stderr).toContain(said)
    const { issues } = JSON.parse(folder.read('report.json')) as { issues: object[] }
    expect(issues[0]).toMatchObject({ code: 'recipe-unknown', severity: 'warning', source: 'r.json', message: said })
  })

  test('a call without recipe still needs its client', async () => {
    expect(await runCli(['convert', '-'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--to is missing') as unknown })
  })
}) // oxfmt-ignore
