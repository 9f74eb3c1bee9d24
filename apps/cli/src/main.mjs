// JavaScript, so that Node need not load its TypeScript reader.
import { enableCompileCache } from 'node:module'
import { pathToFileURL } from 'node:url'
import { findBundle } from './bundle.mjs'

// Compiling the program anew takes longer than most conversions.
enableCompileCache()
// A bug names places in the sources.
process.setSourceMapsEnabled(true)
const bundle = await findBundle()
const { run } = await (bundle === undefined ? import('./run.ts') : import(pathToFileURL(bundle).href))
process.exitCode = await run(process.argv.slice(2))
