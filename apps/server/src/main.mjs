// JavaScript, so that what Node compiled is kept: the second start takes two thirds of the first one's time.
import { enableCompileCache, flushCompileCache } from 'node:module'

enableCompileCache()
await import('./main.ts')
// It listens. Who ends it the hard way keeps the cache too.
flushCompileCache()
