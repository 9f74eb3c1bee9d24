// Builds the web app: what the browser loads, what the server renders with, and the service worker.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type InlineConfig } from 'vite'
import { chunksOfPages } from './chunks-of-pages.ts'

const WORTH_COMPRESSING = /\.(js|css|svg|json|webmanifest)$/
const MIN_COMPRESSED_BYTES = 1024
const ID_LENGTH = 12
// Large, and not needed to convert without network: they are kept when first used. Words come from their own address,
// the copies in scripts are for when that fails.
const AT_FIRST_USE = [
  'app/messages/',
  '../../packages/convert/src/text/user-regex.ts',
  'app/components/diff/code-diff.ts',
  'qr-worker',
]

const root = fileURLToPath(new URL('.', import.meta.url))
const client = join(root, 'dist/client')
const common: InlineConfig = { configFile: join(root, 'vite.config.ts'), logLevel: 'warn', mode: 'production' }

/** The parts of a chunk that the checks below read. */
interface ManifestEntry {
  file: string
  isEntry?: boolean
  /** The chunks that have to run before it. */
  imports?: readonly string[]
}

/** Both use other threads, so they compress several files at once. */
const packedBy = { gzip: promisify(gzip), brotli: promisify(brotliCompress) }

/** Chunks that are in no circle. */
const proved = new Set<string>()

rmSync(join(root, 'dist'), { recursive: true, force: true })

await build({
  ...common,
  build: {
    outDir: client,
    manifest: 'manifest.json',
    rolldownOptions: {
      input: join(root, 'app/entry.client.tsx'),
      output: { codeSplitting: { groups: chunksOfPages() } },
    },
  },
})
await build({
  ...common,
  // Bundled whole, so that what renders is the production build whatever NODE_ENV says.
  ssr: { noExternal: true },
  build: {
    ssr: join(root, 'app/entry.server.tsx'),
    outDir: join(root, 'dist/server'),
    copyPublicDir: false,
    // The browser loads words by language; here both are wanted at once.
    rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
  },
})

// Names of our sources: for the server alone, so it stands where nothing is served from.
const manifestFile = join(root, 'dist/manifest.json')
renameSync(join(client, 'manifest.json'), manifestFile)

const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
const ofBuild = ['dist/manifest.json', 'dist/server/entry.server.js', 'app/service-worker/service-worker.ts']
const ofPublic = files.filter((file) => !file.startsWith('assets')).map((file) => `dist/client/${file}`)
const hash = createHash('sha256')
for (const file of new Set([...ofBuild, ...ofPublic].sort())) hash.update(readFileSync(join(root, file)))
const id = hash.digest('hex').slice(0, ID_LENGTH)
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, ManifestEntry>
for (const name of Object.keys(manifest)) refuseCircles(name, [])
const later = AT_FIRST_USE.map((name) => filesNamed(name))
const assets = files
  .filter((file) => file.startsWith('assets/') && !later.flat().includes(file))
  .map((file) => `/${file}`)

await build({
  ...common,
  define: { __BUILD_ID__: JSON.stringify(id), __ASSETS__: JSON.stringify(assets) },
  build: {
    outDir: client,
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: join(root, 'app/service-worker/service-worker.ts'),
      output: { entryFileNames: 'sw.js', format: 'iife' },
    },
  },
})

await Promise.all([...files, 'sw.js'].filter((file) => WORTH_COMPRESSING.test(file)).map(compress))
writeFileSync(join(root, 'dist/build.json'), JSON.stringify({ id }))

/** Compresses a file of the client and writes the results beside it. */
async function compress(file: string): Promise<void> {
  const path = join(client, file)
  const bytes = readFileSync(path)
  if (bytes.length < MIN_COMPRESSED_BYTES) return
  writeFileSync(`${path}.gz`, await packedBy.gzip(bytes, { level: 9 }))
  writeFileSync(`${path}.br`, await packedBy.brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
}

/**
 * Refuses chunks that import each other. The first page decides which of them runs first. That one may read values that the
 * other has not set yet. Only the chunk that every page begins with may be in such a circle.
 */
function refuseCircles(name: string, importers: readonly string[]): void {
  const { isEntry, imports = [] } = manifest[name]!
  if (isEntry) return
  const path = [...importers, name]
  if (importers.includes(name)) throw new Error(`Chunks import each other: ${path.join(' → ')}`)
  if (proved.has(name)) return
  for (const next of imports) refuseCircles(next, path)
  proved.add(name)
}

/** The files of the chunks whose source begins like this, or of a worker. A name that nothing has any more is a mistake. */
function filesNamed(name: string): string[] {
  const ofSources = Object.entries(manifest).flatMap(([source, { file }]) => (source.startsWith(name) ? [file] : []))
  const found = [...ofSources, ...files.filter((file) => file.startsWith(`assets/${name}-`))]
  if (found.length === 0) throw new Error(`The build has nothing called ${name}`)
  return found
}
