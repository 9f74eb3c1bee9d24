import type { Page } from '@playwright/test'
import { alive } from './journey.ts'

export const trojan = (name: string, server = 'jp.example.com', password = 's3cret') =>
  `trojan://${password}@${server}:443?sni=${server}#${encodeURIComponent(name)}`

export const manyLinks = (count: number) =>
  Array.from({ length: count }, (_, index) => trojan(`N ${index}`, `n${index}.example.com`)).join('\n')

export async function open(page: Page, path = '/convert'): Promise<void> {
  await page.goto(path)
  await alive(page)
}

/** Pasted on the page itself, without the clipboard of the machine. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)
}

export const summary = (page: Page, bucket: string) => page.getByTestId(`summary-${bucket}`)
