// `npm run pack` writes packages/convert/dist, a package that runs anywhere, and its tarball beside it.
// In the repository the package runs from its TypeScript; outside, Node takes no types below node_modules.
import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npm } from './npm.mjs'

interface Manifest {
  exports: Record<string, string>
}

// The engine subtracts sets.
const OLDEST_NODE = '>=22'

const root = fileURLToPath(new URL('..', import.meta.url))
const packageFolder = join(root, 'packages/convert')
const target = resolve(process.argv[2] ?? join(packageFolder, 'dist'))
const staged = join(target, 'package')

const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as Manifest
rmSync(staged, { recursive: true, force: true })
mkdirSync(staged, { recursive: true })
compile(Object.values(manifest.exports))
for (const file of globSync('lib/**/*.d.ts', { cwd: staged })) nameWrittenFiles(join(staged, file))
writeFileSync(join(staged, 'package.json'), `${JSON.stringify(publicManifest(manifest), null, 2)}\n`)
copyFileSync(join(packageFolder, 'README.md'), join(staged, 'README.md'))
copyFileSync(join(root, 'LICENSE'), join(staged, 'LICENSE'))
if (npm(['pack', staged, '--pack-destination', target], root)) process.exit(1)

/** JavaScript and types of the doors and of all that they import, and of nothing else. */
function compile(doors: string[]): void {
  const config = join(staged, 'tsconfig.json')
  const compilerOptions = {
    rootDir: join(packageFolder, 'src'),
    outDir: join(staged, 'lib'),
    composite: false,
    incremental: false,
    declaration: true,
    emitDeclarationOnly: false,
    noEmitOnError: true,
    rewriteRelativeImportExtensions: true,
  }
  const files = doors.map((door) => join(packageFolder, door))
  const extended = join(packageFolder, 'tsconfig.src.json')
  writeFileSync(config, JSON.stringify({ extends: extended, compilerOptions, files, include: [] }))
  const compiler = join(root, 'node_modules/typescript/lib/tsc.js')
  const { status } = spawnSync(process.execPath, [compiler, '-p', config], { stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exit(1)
  rmSync(config)
}

/** The compiler names `.ts` files in what it writes of types; only `.js` and `.d.ts` are in the package. */
function nameWrittenFiles(file: string): void {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/((?:from |import\()(['"])\.{1,2}\/[^'"]+)\.ts\2/g, '$1.js$2'))
}

/** The same doors, with the files that are in the package. */
function publicManifest(own: Manifest): object {
  const doors = Object.entries(own.exports).map(([door, source]) => {
    const file = source.replace('./src/', './lib/').replace(/\.ts$/, '')
    return [door, { types: `${file}.d.ts`, default: `${file}.js` }]
  })
  const left = { private: undefined, devDependencies: undefined }
  return { ...own, ...left, exports: Object.fromEntries(doors), engines: { node: OLDEST_NODE }, files: ['lib'] }
}
