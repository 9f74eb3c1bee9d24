import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const readme = readFileSync(join(PACKAGE, 'README.md'), 'utf8')
const block = (language: string) => readme.split(`\`\`\`${language}\n`)[1]!.split('```')[0]!

test('the call in the README compiles, and prints what stands below it', () => {
  // In the package, so that its own name leads to its own front door.
  const folder = mkdtempSync(join(PACKAGE, 'readme-'))
  try {
    const file = join(folder, 'example.ts')
    writeFileSync(file, block('ts'))
    const config = { extends: join(ROOT, 'tsconfig.base.json'), compilerOptions: { noEmit: true, composite: false, incremental: false, emitDeclarationOnly: false, lib: ['ESNext', 'DOM', 'DOM.Iterable'], skipLibCheck: true }, files: ['example.ts'] } // oxfmt-ignore
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const compiled = spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript/lib/tsc.js'), '-p', folder], {
      encoding: 'utf8',
    })
    expect(compiled.stdout).toBe('')
    const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' })
    expect(stdout, stderr).toBe(block('text'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 60_000)
