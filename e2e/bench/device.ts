import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

const BITS_PER_BYTE = 8
/** What the developer tools call "Fast 4G": 9 and 1.5 Mbit/s with a tenth lost, 60 ms counted 2.75 times. */
const FOUR_G = {
  offline: false,
  latency: 165,
  downloadThroughput: (9_000_000 * 0.9) / BITS_PER_BYTE,
  uploadThroughput: (1_500_000 * 0.9) / BITS_PER_BYTE,
}
const PHONE_CPU = 4

export const DEVICES = ['desktop', 'phone'] as const
export type Device = (typeof DEVICES)[number]
export const DEVICE_NAMES: Record<Device, string> = { desktop: 'this machine', phone: 'CPU ÷ 4, 4G' }

export interface Tab {
  page: Page
  cdp: CDPSession
  close: () => Promise<void>
}

/** A window with nothing in its cache. A phone is a quarter as fast, and on 4G. */
export async function openTab(browser: Browser, device: Device): Promise<Tab> {
  const context: BrowserContext = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1680, height: 900 } })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  if (device === 'phone') {
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', FOUR_G)
  }
  const tab = { page, cdp, close: () => context.close() }
  if (device === 'phone') await slowDown(tab)
  return tab
}

export async function slowDown({ cdp }: Tab): Promise<void> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: PHONE_CPU })
}

/** Until its scripts run. */
export async function openPage({ page }: Tab, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForFunction(() => document.documentElement?.dataset.ready === '')
}
