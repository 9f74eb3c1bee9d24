// The sources as the lints of the house see them: read once, parsed once.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { filesUnder } from '../files-under.mjs'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const FOLDERS = ['packages', 'apps', 'e2e', 'scripts', 'docs']
const NOT_OURS = new Set(['node_modules', 'dist', '.types'])
const KIND = /(?<!\.d)\.(?:ts|tsx|mjs|yaml|md)$/
const SHARED_KEYS = new Set(['type', 'start', 'end'])

/** A node of the tree that the parser of Vite makes. */
export interface TreeNode {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** A node with the place that it has in another one. */
export interface Placed {
  node: TreeNode
  parent?: TreeNode
  /** The key of the parent that holds it. */
  key?: string
}

export interface Comment {
  start: number
  end: number
  value: string
}

export interface Source {
  /** From the root, with `/`. */
  path: string
  text: string
  /** Every node of its code, a parent before its parts. */
  tree: readonly Placed[]
  comments: readonly Comment[]
  /** The number of the line that holds a place of the text. */
  lineOf: (at: number) => number
}

/** All that we wrote, code and pages, one after the other, so that one tree at a time is in memory. */
export function* ourSources(): Generator<Source> {
  for (const folder of FOLDERS)
    for (const file of filesUnder(join(ROOT, folder), NOT_OURS))
      if (KIND.test(file)) yield sourceOf(relative(ROOT, file).replaceAll('\\', '/'), readFileSync(file, 'utf8'))
}

/** Parsed when the first lint asks for it. */
export function sourceOf(path: string, text: string): Source {
  let parsed: Pick<Source, 'tree' | 'comments'> | undefined
  let lineStarts: number[] | undefined
  return {
    path,
    text,
    get tree() {
      return (parsed ??= parse(path, text)).tree
    },
    get comments() {
      return (parsed ??= parse(path, text)).comments
    },
    lineOf(at) {
      lineStarts ??= [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
      return lineStarts.findLastIndex((start) => start <= at) + 1
    },
  }
}

/** Code of the product. */
export function isProduct(path: string): boolean {
  return /^(?:packages|apps)\/[^/]+\/(?:src|app)\/.*\.tsx?$/.test(path) && isCode(path)
}

/** Code that runs for others: no tests, no proof on real clients, no measuring. */
export function isCode(path: string): boolean {
  return /(?<!\.test)\.(?:tsx?|mjs)$/.test(path) && !/^(?!apps\/web\/app\/).*\/(?:proof|fuzz|bench|test)\//.test(path)
}

/** A value as a node of the tree. */
export function isNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && 'type' in value
}

function parse(path: string, text: string): Pick<Source, 'tree' | 'comments'> {
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]!.message}`)
  const tree: Placed[] = []
  // oxc's types name every kind of node; the lints look at a few.
  place(program as unknown as TreeNode)
  return { tree, comments }

  function place(node: TreeNode, parent?: TreeNode, key?: string): void {
    tree.push({ node, parent, key })
    for (const name in node) {
      if (SHARED_KEYS.has(name)) continue
      const value = node[name]
      if (Array.isArray(value)) {
        for (const child of value) if (isNode(child)) place(child, node, name)
      } else if (isNode(value)) place(value, node, name)
    }
  }
}
