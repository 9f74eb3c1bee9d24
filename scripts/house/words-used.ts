import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ALL_BUILT_IN_NAMES, OUTPUT_FACTS } from '@switchyard/convert/facts'
import { LANGS } from '@switchyard/convert/languages'
import { MESSAGE_PARTS, messagesFile } from '../../apps/web/app/lib/message-parts.ts'
import { PAGES } from '../../apps/web/app/pages.ts'
import type { Finding, Lint } from './lint.ts'
import { isProduct, ROOT, type Source, type TreeNode } from './source.ts'

const APP = 'apps/web/app/'
/** Kinds, outcomes and failures stand in these packages; a page looks up their words by name. */
const PACKAGE = /^(?:@switchyard|packages)\/(?:recipe|contract|sources)(?:\/|$)/
/** A word of a table is found in files that are at most so many imports away. */
const STEPS_TO_TABLES = 3

/** What a file says that could be (a part of) a key. */
interface Said {
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

/** The keys of words, by the part that they stand in. */
type KeysByPart = Readonly<Record<string, readonly string[]>>
/** A page, and the parts that its entry asks for. */
type PageWithParts = Pick<(typeof PAGES)[number], 'messages'> & { name: string; file?: string }

/** Words of the pages that no page shows, and entries of pages that ask for other parts than the page needs. */
export function wordsUsed(keys: KeysByPart = wordKeys(), pages: readonly PageWithParts[] = PAGES): Lint {
  const said = new Map<string, Said>()
  return {
    name: 'words used',
    remedy:
      'Take a word that no page shows out of the messages, in every language; name the parts in `messages` of the entry.',
    covers: (path) => isProduct(path) && (path.startsWith(APP) || PACKAGE.test(path)),
    look(source) {
      said.set(source.path, saidIn(source))
      return []
    },
    end() {
      const isRead = readerOf(said)
      const unread = Object.entries(keys).flatMap(([part, all]) =>
        all.filter((key) => !isRead(key)).map((what) => ({ path: `${APP}messages/${part}`, what })),
      )
      return [...unread, ...pages.flatMap((page) => wrongParts(page, keys, said))]
    },
  }
}

function wordKeys(): KeysByPart {
  return Object.fromEntries(
    MESSAGE_PARTS.map((part) => {
      const file = join(ROOT, APP, 'messages', messagesFile(LANGS[0], part))
      return [part, keysOf(JSON.parse(readFileSync(file, 'utf8')) as object)]
    }),
  )
}

function keysOf(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([key, child]) =>
    typeof child === 'string' ? [path + key] : keysOf(child as object, `${path}${key}.`),
  )
}

function saidIn({ path, text, tree }: Source): Said {
  const said: Said = {
    texts: new Set(),
    patterns: [],
    isHanded: false,
    asks: text.includes('t.has('),
    imports: [],
    loads: [],
    spaces: new Set([...text.matchAll(/useTranslations(?:\('|<')([\w.]*)'/g)].map(([, space]) => space!)),
    handedOn: new Set(
      [...text.matchAll(/^export type .*typeof useTranslations<'([\w.]*)'>/gm)].map(([, space]) => space!),
    ),
  }
  if (text.includes('useTranslations()')) said.spaces.add('')
  for (const { node } of tree) addNode(said, path, node)
  return said
}

function addNode(said: Said, path: string, node: TreeNode): void {
  if (node.type === 'Literal' && /string|number/.test(typeof node['value'])) addText(said, String(node['value']))
  if (node.type === 'TemplateLiteral') addTemplate(said, node)
  if (node.type === 'CallExpression') {
    const [key] = node['arguments'] as TreeNode[]
    if (key?.type === 'Identifier' || key?.type === 'MemberExpression')
      said.isHanded ||= isT(node['callee'] as TreeNode)
  }
  if (node.type === 'Property' || node.type === 'TSPropertySignature') {
    const { name } = node['key'] as { name?: string }
    if (name) said.texts.add(name)
  }
  if (node.type === 'ImportDeclaration' || node.type === 'ImportExpression') {
    const { value } = node['source'] as { value?: string }
    if (!value) return
    const file = value.startsWith('.') ? join(dirname(path), value).replaceAll('\\', '/') : value
    said.imports.push(file)
    if (node['importKind'] !== 'type') said.loads.push(file)
  }
}

function addText(said: Said, text: string): void {
  said.texts.add(text)
  for (const word of text.split(/[^\w-]+/)) said.texts.add(word)
}

function addTemplate(said: Said, node: TreeNode): void {
  const texts = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  if (texts.length > 1) said.patterns.push(new RegExp(`^${texts.map((text) => RegExp.escape(text)).join('(.+)')}$`))
  else addText(said, texts[0]!)
}

/** `t(…)`, `t.rich(…)`. */
function isT({ name, object }: TreeNode): boolean {
  return (name ?? (object as TreeNode | undefined)?.['name']) === 't'
}

/** Whether some file of the pages reads a key. */
function readerOf(said: ReadonlyMap<string, Said>): (key: string) => boolean {
  const textsOfPackages = union([...said].filter(([path]) => PACKAGE.test(path)).map(([, { texts }]) => texts))
  // What can be written: a page asks the facts of the engine for these names.
  const outputs = new Set<string>(OUTPUT_FACTS.map(({ id }) => id))
  const parts = partsOfNodes().union(ALL_BUILT_IN_NAMES)

  const readers = [...said]
    .filter(([path]) => path.startsWith(APP))
    .map(([path, { spaces, imports, isHanded, asks, patterns }]) => ({
      // A file speaks with its own `t`, or with one whose type stands in a file that it imports.
      spaces: [...union([spaces, ...imports.map((each) => said.get(each)?.handedOn ?? new Set<string>())])],
      near: textsNear(path, isHanded ? 1 : 0),
      far: union([textsNear(path, STEPS_TO_TABLES), outputs, asks ? parts : new Set()]),
      patterns,
    }))

  return (key) =>
    readers.some(({ spaces, near, far, patterns }) =>
      spaces.some((space) => {
        if (space !== '' && !key.startsWith(`${space}.`)) return false
        const rest = space === '' ? key : key.slice(space.length + 1)
        if (near.has(rest)) return true
        return patterns.some(
          (pattern) =>
            pattern
              .exec(rest)
              ?.slice(1)
              .every((part) => far.has(part)) ?? false,
        )
      }),
    )

  /** The texts of a file and of those it imports, so many steps away. */
  function textsNear(path: string, steps: number): Set<string> {
    let level = new Set([path])
    const seen = new Set(level)
    for (let step = 0; step < steps; step++) {
      level = new Set([...level].flatMap((each) => said.get(each)?.imports ?? []).filter((each) => !seen.has(each)))
      for (const each of level) seen.add(each)
    }
    return union([...seen].map((each) => (PACKAGE.test(each) ? textsOfPackages : (said.get(each)?.texts ?? new Set()))))
  }
}

/** The parts that a page asks for and does not need, or needs and does not ask for. */
function wrongParts(
  { name, file = name, messages = [] }: PageWithParts,
  keys: KeysByPart,
  said: ReadonlyMap<string, Said>,
): Finding[] {
  const path = `${APP}pages.ts`
  const beginnings = new Set([...reached(`${APP}routes/${file}.tsx`)].flatMap((file) => beginningsOf(said.get(file)!)))
  // Every page has the words of the shell.
  const needed = Object.keys(keys).filter(
    (part) => part !== 'messages' && keys[part]!.some((key) => beginnings.has(key.split('.')[0]!)),
  )
  return [
    ...needed.filter((part) => !messages.some((each) => each === part)).map((part) => `${name} needs ${part}`),
    ...messages.filter((part) => !needed.includes(part)).map((part) => `${name} does without ${part}`),
  ].map((what) => ({ path, what }))

  /** A file with all that it loads, at once or later. */
  function reached(file: string, seen = new Set<string>()): Set<string> {
    if (seen.has(file) || !said.has(file)) return seen
    seen.add(file)
    for (const each of said.get(file)!.loads) reached(each, seen)
    return seen
  }
}

/** How the keys begin that a file asks for; without a space of its own it spells them out. */
function beginningsOf({ spaces, texts, patterns }: Said): string[] {
  const spelledOut = spaces.has('')
    ? [...texts, ...patterns.map(({ source }) => source.slice(1).replace('\\', ''))]
    : []
  return [...spaces, ...spelledOut.filter((text) => text.includes('.'))].map((text) => text.split('.')[0]!)
}

/** What the engine calls the parts of a node: a page that asks whether there is a word for one has them all, and the built-in names. */
function partsOfNodes(): Set<string> {
  const engine = join(ROOT, 'packages/convert/src')
  const files = ['nodes', 'protocols', 'protocols/shared']
    .flatMap((folder) => readdirSync(join(engine, folder)).map((name) => join(engine, folder, name)))
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
  return new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(/\w+/g) ?? []))
}

function union(sets: readonly ReadonlySet<string>[]): Set<string> {
  return new Set(sets.flatMap((each) => [...each]))
}
