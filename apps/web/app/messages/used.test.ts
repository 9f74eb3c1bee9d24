import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { ALL_BUILT_IN_NAMES, OUTPUT_FACTS } from '@switchyard/convert/facts'
import { expect, test } from 'vitest'
import articles from './articles/zh-CN.json' with { type: 'json' }
import configEditor from './config-editor/zh-CN.json' with { type: 'json' }
import configForm from './config-form/zh-CN.json' with { type: 'json' }
import convert from './convert/zh-CN.json' with { type: 'json' }
import diff from './diff/zh-CN.json' with { type: 'json' }
import nodeGrid from './node-grid/zh-CN.json' with { type: 'json' }
import settings from './settings/zh-CN.json' with { type: 'json' }
import main from './zh-CN.json' with { type: 'json' }
import { PAGES } from '../pages.ts'

const app = fileURLToPath(new URL('..', import.meta.url))

/** What a file says that could be (a part of) a key. */
interface Source {
  /** Texts, and names of properties: keys are looked up in tables too. */
  texts: Set<string>
  /** `row.${row}.${column}`, with a group for each value. */
  patterns: RegExp[]
  /** Whether a key is computed elsewhere: `t(label)`. */
  isHanded: boolean
  /** Whether it asks for words that may be missing: `t.has(…)`. */
  asks: boolean
  imports: string[]
  /** Those of its imports that are there when it runs. */
  loads: string[]
  /** First parts of keys that its `t` puts before the others; '' where it puts none. */
  spaces: Set<string>
  /** Those of the `t` whose type it exports. */
  handedOn: Set<string>
}

const files = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$/.test(name))
/** Kinds, formats and outcomes stand in the package; a page looks up their words by name. */
const RECIPE = '@switchyard/recipe'
const recipe = fileURLToPath(new URL('../../../../packages/recipe/src/', import.meta.url))
const sources = new Map(files.map((name) => [name, read(name)]))
sources.set(RECIPE, recipeSource())

type Node = Record<string, unknown> & { type: string }

function recipeSource(): Source {
  const files = readdirSync(recipe, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  )
  const all = files.map((name) => read(name, recipe))
  return {
    ...all[0]!,
    texts: all.reduce((texts, each) => texts.union(each.texts), new Set<string>()),
    imports: [],
    loads: [],
  }
}

function read(name: string, folder = app): Source {
  const text = readFileSync(join(folder, name), 'utf8')
  const source: Source = {
    texts: new Set(),
    patterns: [],
    isHanded: false,
    asks: text.includes('t.has('),
    imports: [],
    loads: [],
    spaces: new Set(),
    handedOn: new Set(),
  }
  for (const [, space] of text.matchAll(/useTranslations\('([\w.]*)'\)/g)) source.spaces.add(space!)
  if (text.includes('useTranslations()')) source.spaces.add('')
  for (const [, exported, space] of text.matchAll(/^(export )?type .*typeof useTranslations<'([\w.]*)'>/gm)) {
    source.spaces.add(space!)
    if (exported) source.handedOn.add(space!)
  }
  visit(parseSync(name, text).program)
  return source

  function visit(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) return value.forEach(visit)
    const node = value as Node
    if (node.type === 'Literal' && typeof node['value'] === 'string') addText(node['value'])
    if (node.type === 'TemplateLiteral') addTemplate(node)
    if (node.type === 'CallExpression') {
      const [key] = node['arguments'] as Node[]
      if (key?.type === 'Identifier' || key?.type === 'MemberExpression')
        source.isHanded ||= isT(node['callee'] as Node)
    }
    if (node.type === 'Property' || node.type === 'TSPropertySignature') {
      const key = node['key'] as { name?: string }
      if (key.name) source.texts.add(key.name)
    }
    if (node.type === 'ImportDeclaration' || node.type === 'ImportExpression') {
      const { value } = node['source'] as { value?: string }
      if (value?.startsWith('.')) {
        const file = relative(app, join(app, dirname(name), value)).replaceAll('\\', '/')
        source.imports.push(file)
        if (node['importKind'] !== 'type') source.loads.push(file)
      }
      if (value?.startsWith(RECIPE)) source.imports.push(RECIPE)
    }
    Object.values(node).forEach(visit)
  }

  function addText(text: string): void {
    source.texts.add(text)
    for (const word of text.split(/[^\w-]+/)) source.texts.add(word)
  }

  function addTemplate(node: Node): void {
    const quasis = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => RegExp.escape(value.cooked))
    if (quasis.length > 1) source.patterns.push(new RegExp(`^${quasis.join('(.+)')}$`))
    else addText((node['quasis'] as { value: { cooked: string } }[])[0]!.value.cooked)
  }
}

/** `t(…)`, `t.rich(…)`. */
function isT({ name, object }: Node): boolean {
  return (name ?? (object as Node | undefined)?.['name']) === 't'
}

/** The texts of a file and of those it imports, so many steps away. */
function textsNear(name: string, steps: number): Set<string> {
  let level = new Set([name])
  const seen = new Set(level)
  for (let step = 0; step < steps; step++) {
    level = new Set([...level].flatMap((each) => sources.get(each)?.imports ?? []).filter((each) => !seen.has(each)))
    for (const each of level) seen.add(each)
  }
  return [...seen].reduce((all, each) => all.union(sources.get(each)?.texts ?? new Set()), new Set<string>())
}

/** What the engine calls the parts of a node: a page that asks whether there is a word for one has them all, and the built-in names. */
const engine = fileURLToPath(new URL('../../../../packages/convert/src/', import.meta.url))
const partsOfNodes = new Set(
  ['nodes', 'protocols', 'protocols/shared']
    .flatMap((folder) => readdirSync(join(engine, folder)).map((name) => join(engine, folder, name)))
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .flatMap((file) => readFileSync(file, 'utf8').match(/\w+/g) ?? []),
)

/** What can be written: a page asks the facts of the engine for these names. */
const outputs = new Set<string>(OUTPUT_FACTS.map(({ id }) => id))

/** A file speaks with its own `t`, or with one whose type stands in a file that it imports. */
function spacesOf(name: string): Set<string> {
  const { spaces, imports } = sources.get(name)!
  return imports.reduce((all, each) => all.union(sources.get(each)?.handedOn ?? new Set()), spaces)
}

const readers = files.map((name) => ({
  spaces: [...spacesOf(name)],
  near: textsNear(name, sources.get(name)!.isHanded ? 1 : 0),
  far: textsNear(name, 3)
    .union(outputs)
    .union(sources.get(name)!.asks ? partsOfNodes.union(ALL_BUILT_IN_NAMES) : new Set()),
  patterns: sources.get(name)!.patterns,
}))

function isRead(key: string): boolean {
  return readers.some(({ spaces, near, far, patterns }) =>
    spaces.some((space) => {
      if (space !== '' && !key.startsWith(`${space}.`)) return false
      const rest = space === '' ? key : key.slice(space.length + 1)
      if (near.has(rest)) return true
      return patterns.some((pattern) =>
        pattern
          .exec(rest)
          ?.slice(1)
          .every((part) => far.has(part)),
      )
    }),
  )
}

function keysOf(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([key, child]) =>
    typeof child === 'string' ? [path + key] : keysOf(child as object, `${path}${key}.`),
  )
}

test('every word is shown somewhere', () => {
  expect(existsSync(join(app, 'entry.client.tsx'))).toBe(true)
  const keys = keysOf({
    ...main,
    ...articles,
    ...configEditor,
    ...configForm,
    ...convert,
    ...diff,
    ...nodeGrid,
    ...settings,
  })
  expect(keys.length).toBeGreaterThan(500)
  expect(keys.filter((key) => !isRead(key))).toEqual([])
})

/** The part that a first key stands in. */
const PARTS = new Map(
  Object.entries(
    import.meta.glob<object>(['./zh-CN.json', './*/zh-CN.json'], { eager: true, import: 'default' }),
  ).flatMap(([file, words]) => Object.keys(words).map((key) => [key, file.split('/').at(-2)!] as const)),
)

/** A file with all that it loads, at once or later. */
function reached(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name) || !sources.has(name)) return seen
  seen.add(name)
  for (const each of sources.get(name)!.loads) reached(each, seen)
  return seen
}

/** How the keys begin that a file asks for; without a space of its own it spells them out. */
function beginningsOf(file: string): string[] {
  const { spaces, texts, patterns } = sources.get(file)!
  const spelledOut = spaces.has('')
    ? [...texts, ...patterns.map(({ source }) => source.slice(1).replace('\\', ''))]
    : []
  return [...spaces, ...spelledOut.filter((text) => text.includes('.'))].map((text) => text.split('.')[0]!)
}

test.each(PAGES.map(({ name, messages = [] }) => [name, messages] as const))(
  'the entry of %s names the parts of its words, and no other',
  (name, messages) => {
    const beginnings = new Set([...reached(`routes/${name}.tsx`)].flatMap(beginningsOf))
    const parts = new Set([...beginnings].flatMap((key) => PARTS.get(key) ?? []))
    // Every page has the words of the shell.
    parts.delete('.')
    expect([...parts].sort()).toEqual([...messages].sort())
  },
)
