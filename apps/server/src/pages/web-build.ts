import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { MiddlewareHandler } from 'hono'
import type { PageAssets, WebApp } from './web-app.ts'

/** A web app that the server can serve: built, or straight from its sources. */
export interface WebBuild {
  id: string
  /** The folder of files that are served as they are; none in development. */
  clientFolder?: string
  load: () => Promise<WebApp>
  assets: PageAssets
  /** Development only: answers what belongs to the sources. */
  middleware?: MiddlewareHandler
  /** Brings an error's stack back to the sources. */
  fixStack?: (error: Error) => void
  close?: () => Promise<void>
}

interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
  isEntry?: boolean
}

export const WEB_FOLDER = fileURLToPath(new URL('../../../web/', import.meta.url))
const ENTRY = 'app/entry.client.tsx'

/** What `apps/web/build.ts` left in dist/. */
export async function readWebBuild(folder = join(WEB_FOLDER, 'dist')): Promise<WebBuild> {
  if (!existsSync(join(folder, 'build.json'))) throw new Error('The web app is not built: run `npm run build`.')
  const { id }: { id: string } = JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8'))
  const clientFolder = join(folder, 'client')
  const manifest: Record<string, ManifestChunk> = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const entry = manifest[ENTRY]
  if (!entry) throw new Error(`The web build has no ${ENTRY}`)

  // A broken route table ends the start here, not the first visit.
  const built: { default: WebApp } = await import(pathToFileURL(join(folder, 'server/entry.server.js')).href)
  const web = built.default
  const atStart = new Set(modules(manifest, ENTRY))
  return {
    id,
    clientFolder,
    load: () => Promise.resolve(web),
    assets: {
      scripts: [`/${entry.file}`],
      styles: (entry.css ?? []).map((file) => `/${file}`),
      modulesOf: (sourceFile) => [
        ...[...atStart].filter((file) => file !== entry.file).map((file) => `/${file}`),
        ...modules(manifest, sourceFile)
          .filter((file) => !atStart.has(file))
          .map((file) => `/${file}`),
      ],
    },
  }
}

/** The file of a source and of everything it imports at once. */
function modules(manifest: Record<string, ManifestChunk>, key: string, seen = new Set<string>()): string[] {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return []
  seen.add(key)
  return [chunk.file, ...(chunk.imports ?? []).flatMap((each) => modules(manifest, each, seen))]
}
