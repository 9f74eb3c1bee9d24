// The page's rows of `npm run bench`, in a real browser on the real server, beside a bare page in the same run. The bare
// page is the same stack built the same way and served by the same server (React, React Router, use-intl; a heading, a
// field and 120 lines, or a list of what is pasted): what a ratio shows is ours, not theirs. Figures are to be read as ratios; nothing asserts them.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium } from '../../scripts/find-chromium.ts'
import { serve } from '../serve.ts'
import { loading } from './loading.ts'
import { longList } from './long-list.ts'
import { pasting } from './pasting.ts'
import { requests } from './requests.ts'
import { table, type Row } from './row.ts'
import { scrolling, scrollingFiles } from './scrolling.ts'
import { typing } from './typing.ts'

const MOST_MS = 240_000
const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const isJson = process.argv.includes('--json')
const rows = await measure()
console.log(isJson ? JSON.stringify(rows) : table(rows))

async function measure(): Promise<Row[]> {
  const executablePath = await findChromium()
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-bare-'))
  const built = spawnSync(process.execPath, [file('apps/web/bench/build-bare.ts'), folder], { stdio: 'inherit' })
  if (built.status !== 0) process.exit(1)
  const [ours, bare] = await Promise.all([
    serve(file('apps/server/src/main.mjs')),
    serve(file('apps/server/bench/serve-bare.ts'), [folder]),
  ])
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const timer = setTimeout(() => void browser.close(), MOST_MS)
  const measured: Row[] = []
  const add = async (part: Promise<Row[]>) => {
    try {
      measured.push(...(await part))
    } catch (error) {
      console.error(`Not measured: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
      process.exitCode = 1
    }
  }
  try {
    // One after the other: each has the machine to itself. The requests also warm up both servers.
    await add(requests(ours.address, bare.address))
    await add(loading(browser, ours.address, bare.address))
    await add(typing(browser, ours.address, bare.address))
    await add(scrolling(browser, ours.address, bare.address))
    await add(scrollingFiles(browser, ours.address, bare.address))
    await add(pasting(browser, ours.address, bare.address))
    await add(longList(browser, ours.address, bare.address))
    return measured
  } finally {
    clearTimeout(timer)
    await browser.close()
    await Promise.all([ours.stop(), bare.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}
