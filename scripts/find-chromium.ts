import { accessSync, constants } from 'node:fs'

const PLACES = [
  // The same engine without the window around it: the journeys take a third less time in it.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

export const NO_CHROMIUM =
  'No browser for the browser tests: `apt-get install chromium-headless-shell`, install Chrome, `npm i --no-save @sparticuz/chromium`, ' +
  'or name one in CHROMIUM_PATH; SKIP_BROWSER=1 goes without.'

/** A browser to test with: CHROMIUM_PATH, Debian's chromium-headless-shell or chromium, Chrome, @sparticuz/chromium. Throws when there is none. */
export async function findChromium(): Promise<string> {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!isProgram(named)) throw new Error(`CHROMIUM_PATH names ${named}, which cannot be run`)
    return named
  }
  const found = PLACES.find(isProgram) ?? (await packaged())
  if (!found) throw new Error(NO_CHROMIUM)
  return found
}

/** The one that comes as a package, where somebody installed it; it is no dependency. */
async function packaged(): Promise<string | undefined> {
  const name = '@sparticuz/chromium'
  try {
    const { default: chromium } = (await import(name)) as { default: { executablePath: () => Promise<string> } }
    return await chromium.executablePath()
  } catch {
    return undefined
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
