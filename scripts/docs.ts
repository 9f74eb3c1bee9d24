// Writes the pages of docs/ that are made from code.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { configurationPage } from '../apps/server/src/settings-help.ts'

writeFileSync(fileURLToPath(new URL('../docs/configuration.md', import.meta.url)), configurationPage())
