import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { LANGS } from '@switchyard/convert/languages'

const BYTES_PER_KB = 1000
const ENTRY = 'app/entry.client.tsx'
const ROUTE = /^app\/routes\/(.*)\.tsx$/
const client = fileURLToPath(new URL('../apps/web/dist/client/', import.meta.url))
const manifestFile = fileURLToPath(new URL('../apps/web/dist/manifest.json', import.meta.url))

/** Parts that come when they are asked for, by the source that is imported then. Each has a budget of its own. */
const ON_DEMAND = {
  editor: 'app/components/config-editor/editor.ts',
  palette: 'app/features/shell/palette.tsx',
} as const
/** `of-worker`: the heaviest part that a worker loads when it needs it. `words-of-worker`: the words of one language. */
export type OnDemand =
  | keyof typeof ON_DEMAND
  | 'config-worker'
  | 'convert-worker'
  | 'of-worker'
  | 'qr-worker'
  | 'words-of-worker'

/** What the built app weighs, in kilobytes of gzip (1 kB = 1,000 bytes). */
export interface Sizes {
  shell: number
  styles: number
  /** What a page needs at once, besides the shell. By the name of its route. */
  pages: Readonly<Record<string, number>>
  /** What such a part needs beyond the shell and the pages. */
  onDemand: Readonly<Record<OnDemand, number>>
}

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

export const isBuilt = (): boolean => existsSync(manifestFile)

/** Weighs the app that `npm run build` wrote. Throws where there is none. */
export function measuredSizes(): Sizes {
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Chunk>
  const filesOf = (keys: Iterable<string>) => [...keys].map((key) => manifest[key]!.file)
  const shell = withImports(manifest, ENTRY)
  const beyond = (known: ReadonlySet<string>, key: string) =>
    kilobytes(filesOf([...withImports(manifest, key)].filter((each) => !known.has(each))))
  const routes = Object.keys(manifest).filter((key) => ROUTE.test(key))
  const ofPages = routes.reduce((all, key) => withImports(manifest, key, all), new Set(shell))
  return {
    shell: kilobytes(filesOf(shell)),
    styles: kilobytes(Object.values(manifest).flatMap(({ css }) => css ?? [])),
    pages: Object.fromEntries(routes.map((key) => [ROUTE.exec(key)![1]!, beyond(shell, key)])),
    onDemand: {
      editor: beyond(ofPages, ON_DEMAND.editor),
      palette: beyond(ofPages, ON_DEMAND.palette),
      'config-worker': heaviest('config-worker'),
      'convert-worker': heaviest('convert-worker'),
      'of-worker': heaviest('of-worker'),
      'qr-worker': heaviest('qr-worker'),
      'words-of-worker': Math.max(...LANGS.map((lang) => heaviest(`of-worker-${lang}`))),
    },
  }
}

/** A source with everything it imports at once. */
function withImports(manifest: Record<string, Chunk>, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return seen
  seen.add(key)
  for (const each of chunk.imports ?? []) withImports(manifest, each, seen)
  return seen
}

/** The heaviest script of this name. Throws where there is none. */
function heaviest(name: string): number {
  const found = readdirSync(`${client}assets`).filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))
  if (found.length === 0) throw new Error(`No script is called ${name}`)
  return Math.max(...found.map((file) => kilobytes([`assets/${file}`])))
}

function kilobytes(files: Iterable<string>): number {
  return [...new Set(files)].reduce((sum, file) => sum + gzipped(client + file), 0) / BYTES_PER_KB
}

function gzipped(path: string): number {
  return existsSync(`${path}.gz`) ? statSync(`${path}.gz`).size : gzipSync(readFileSync(path)).length
}
