import { OUTPUT_FACTS } from '@switchyard/convert/facts'
import { PROTOCOLS } from '@switchyard/convert'
import { GIT_HOSTS } from '@switchyard/git-hosts/facts'
import type { Lint } from './lint.ts'
import { isNode, isProduct, type Source, type TreeNode } from './source.ts'

/**
 * Here clients, protocols and Git hosts say what they are, formats how other programs call protocols, and the list of programs what each
 * one reads.
 */
const OWN_GROUND =
  /^packages[/](convert[/]src[/](clients|protocols|formats)|recipe[/]src[/]programs|git-hosts[/]src[/]git\w+)[/]/
/** The contract of clients and their lists, which every client stands behind. */
const SHARED_GROUND = /^packages[/]convert[/]src[/]clients[/][^/]+$/

/** Types that are words of other things too: lists that are fetched (`type: http`), actions of rules, a section. */
const OTHER_WORDS: ReadonlySet<string> = new Set(['http', 'direct', 'reject', 'dns'])
const OUTPUT_NAMES: ReadonlySet<string> = new Set(OUTPUT_FACTS.flatMap(({ id, spellings }) => spellings.concat(id)))
const NAMES: ReadonlySet<string> = new Set(
  [...OUTPUT_NAMES, ...PROTOCOLS.map(({ type }) => type), ...GIT_HOSTS.map(({ id }) => id)].filter(
    (name) => !OTHER_WORDS.has(name),
  ),
)

const WRAPPERS: ReadonlySet<string> = new Set([
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
])
const LOOKUPS: ReadonlySet<unknown> = new Set(['includes', 'has', 'startsWith', 'endsWith', 'indexOf', 'is', 'equals'])
const SEARCHES: ReadonlySet<unknown> = new Set(['includes', 'indexOf', 'some', 'every', 'find', 'findIndex'])

/** Only texts that hold a name are worth a parser. */
const MENTION = new RegExp([...NAMES].map((name) => `['"\`]${name}['"\`]`).join('|'))

/** Code that compares a client, an output, a protocol or a Git host by its name sends the next one down another one's path. */
export const byName = (): Lint => ({
  name: 'by name',
  remedy: "Ask the facts of a client or protocol: `facts.options.includes('tun')`, `protocol.needsTls`.",
  covers: (path) => isProduct(path) && (!OWN_GROUND.test(path) || SHARED_GROUND.test(path)),
  look: (source) => (MENTION.test(source.text) ? comparedIn(source).map((what) => ({ path: source.path, what })) : []),
  allowed: {
    // What a broken link still says is read without its protocol, which refuses it.
    'packages/recipe/src/node/line-draft.ts': ['ss', 'tuic', 'vmess', 'wireguard'],
    // A list in base64 is one text: no node of it stands alone.
    'apps/cli/src/options.ts': ['base64'],
    // Forms of rule lists, not outputs.
    'packages/convert/src/lists/list-forms.ts': ['sing-box', 'xray'],
    // A kind of input, not an output.
    'apps/web/app/features/convert/input/input-pane.tsx': ['base64'],
    // What the server gives to programs that open an address.
    'apps/web/app/components/publish/import-links.ts': ['mihomo', 'clash'],
    // A list of links is called by a word of the page, clients by their own names.
    'apps/web/app/components/publish/client-name.ts': ['links'],
    // Names of icons.
    'apps/server/src/pages/icon-sets.ts': ['gitea', 'gitee', 'github', 'gitlab'],
    // How GitHub carries a file, not an output.
    'apps/web/app/components/presets/read-contents.ts': ['base64'],
    // Kinds of items, not outputs.
    'apps/server/src/features/subscriptions/routes.ts': ['links'],
    'apps/web/app/features/subscribe/add-found.ts': ['links'],
    'packages/recipe/src/imports/converter-address.ts': ['links'],
    'apps/web/app/features/subscribe/device-items.ts': ['links'],
    'apps/web/app/features/subscribe/item-card.tsx': ['links'],
    'apps/web/app/features/subscribe/item-state.ts': ['links'],
  },
})

/** The names that a source compares with, in whatever way it is spelled. */
function comparedIn({ tree }: Source): string[] {
  const compared = tree.flatMap(({ node }) => comparedBy(node)).map(nameOf)
  return [...new Set(compared.filter((name) => name !== undefined))]
}

/** The expressions that a node compares with something. */
function comparedBy(node: TreeNode): unknown[] {
  switch (node.type) {
    case 'BinaryExpression':
      return /^[!=]==?$/.test(String(node['operator'])) ? [node['left'], node['right']] : []
    case 'SwitchCase':
      return [node['test']]
    case 'CallExpression': {
      const method = at(node, 'callee', 'property', 'name')
      const list = SEARCHES.has(method) ? itemsOf(at(bare(at(node, 'callee', 'object')), 'elements')) : []
      return LOOKUPS.has(method) ? [...itemsOf(node['arguments']), ...list] : list
    }
    case 'NewExpression':
      return at(node, 'callee', 'name') === 'Set'
        ? itemsOf(node['arguments']).flatMap((list) => itemsOf(at(bare(list), 'elements')))
        : []
    case 'ArrayExpression': {
      // A list of clients is a copy of the one list.
      const names = itemsOf(node['elements']).filter((item) => OUTPUT_NAMES.has(nameOf(item) ?? ''))
      return names.length > 1 ? names : []
    }
    case 'VariableDeclarator':
      return OUTPUT_NAMES.has(nameOf(node['init']) ?? '') ? [node['init']] : []
    default:
      return []
  }
}

/** The name that an expression is. */
function nameOf(expression: unknown): string | undefined {
  const node = bare(expression)
  const isConstant = at(node, 'type') === 'TemplateLiteral' && itemsOf(at(node, 'expressions')).length === 0
  const text = isConstant ? at(itemsOf(at(node, 'quasis'))[0], 'value', 'raw') : at(node, 'value')
  const isText = isConstant || at(node, 'type') === 'Literal'
  return isText && typeof text === 'string' && NAMES.has(text) ? text : undefined
}

/** Without what stands around it: brackets, `as const`, `!`. */
function bare(node: unknown): unknown {
  return isNode(node) && WRAPPERS.has(node.type) ? bare(node['expression']) : node
}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce((one, key) => (one as Record<string, unknown> | undefined | null)?.[key], value)
}

function itemsOf(list: unknown): unknown[] {
  return Array.isArray(list) ? list : []
}
