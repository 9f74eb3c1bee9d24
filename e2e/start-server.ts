import { fileURLToPath } from 'node:url'
import { serve } from './serve.ts'

/** Starts the real server for all journeys; gives back how to stop it. */
export default async function startServer(): Promise<() => Promise<void>> {
  const { address, stop } = await serve(fileURLToPath(new URL('../apps/server/src/main.mjs', import.meta.url)))
  process.env.E2E_URL = address
  return stop
}
