// Writes the pages of docs/ that are made from code: `npm run docs`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { configurationPage } from './settings-help.ts'

const folder = fileURLToPath(new URL('../../../docs/', import.meta.url))
mkdirSync(folder, { recursive: true })
writeFileSync(`${folder}configuration.md`, configurationPage())
