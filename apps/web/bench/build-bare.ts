// Builds the bare page as build.ts builds the app: `node apps/web/bench/build-bare.ts FOLDER`.
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig } from 'vite'

const [folder = ''] = process.argv.slice(2)
const root = fileURLToPath(new URL('bare/', import.meta.url))
const client = join(folder, 'client')
const common: InlineConfig = { configFile: false, root, logLevel: 'warn', mode: 'production', plugins: [react()] }

await build({
  ...common,
  build: {
    target: 'es2022',
    outDir: client,
    emptyOutDir: true,
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    rolldownOptions: { input: join(root, 'app/entry.client.tsx') },
  },
})
await build({
  ...common,
  ssr: { noExternal: true },
  build: { ssr: join(root, 'app/entry.server.tsx'), outDir: join(folder, 'server'), emptyOutDir: true },
})
renameSync(join(client, 'manifest.json'), join(folder, 'manifest.json'))
for (const name of readdirSync(join(client, 'assets'))) {
  const path = join(client, 'assets', name)
  const bytes = readFileSync(path)
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  writeFileSync(`${path}.br`, brotliCompressSync(bytes))
}
writeFileSync(join(folder, 'build.json'), JSON.stringify({ id: 'bare' }))
