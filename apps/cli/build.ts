// Bundles the terminal: one file in the place of 600 starts in less than half the time. `src/bundle.mjs` says when.
import { accessSync, constants, globSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { BUNDLE, ROOT, TIMES, timeOf } from './src/bundle.mjs'

// No sources, and yet they say what is in the bundle: the doors of packages, what npm installed, and how it is bundled.
const BESIDE_SOURCES = ['packages/*/package.json', 'node_modules/.package-lock.json', 'apps/cli/build.ts']

const started = Date.now()
const folder = dirname(ROOT + BUNDLE)
mkdirSync(folder, { recursive: true })
// A folder that may not be written to ends it here, before the work.
accessSync(folder, constants.W_OK)

const bundler = await rolldown({
  input: `${ROOT}apps/cli/src/run.ts`,
  cwd: ROOT,
  platform: 'node',
  // One package keeps its JavaScript modules at a door that Node does not know.
  resolve: { mainFields: ['module', 'main'] },
})
const { output } = await bundler.generate({
  dir: folder,
  entryFileNames: basename(BUNDLE),
  // One file is replaced at one go. What is imported late stands in it too, and runs when it is asked for.
  codeSplitting: false,
  sourcemap: true,
  sourcemapExcludeSources: true,
})
const sources = (await bundler.watchFiles).map((file) => relative(ROOT, file))
await bundler.close()

const { code, map } = output[0]
write(`${BUNDLE}.map`, map!.toString())
write(BUNDLE, code)
const files = [
  ...sources.filter((path) => !/^\.\.|node_modules/.test(path)),
  ...globSync(BESIDE_SOURCES, { cwd: ROOT }),
]
// A file that was changed meanwhile may have been read before: with no time of its own it makes the bundle old.
const times = files.map((path) => [path, timeOf(path)! < started ? timeOf(path) : 0])
write(TIMES, JSON.stringify(Object.fromEntries([[BUNDLE, timeOf(pending(BUNDLE))], ...times])))
for (const path of [`${BUNDLE}.map`, BUNDLE, TIMES]) renameSync(ROOT + pending(path), ROOT + path)

/** Beside its place, where another call may read the one of before. */
function write(path: string, text: string): void {
  writeFileSync(ROOT + pending(path), text)
}

function pending(path: string): string {
  return `${path}.${process.pid}`
}
