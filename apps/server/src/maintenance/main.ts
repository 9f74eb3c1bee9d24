// The program of `switchyard backup` and its like.
import { maintain } from './maintain.ts'

process.exitCode = await maintain(process.argv.slice(2), process.env)
