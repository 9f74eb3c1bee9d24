// The program of `switchyard backup` and its like. What Node compiled is kept: a second call takes two thirds of the first one's time.
import { enableCompileCache } from 'node:module'

enableCompileCache()
const { maintain } = await import('./maintain.ts')
process.exitCode = await maintain(process.argv.slice(2), process.env)
