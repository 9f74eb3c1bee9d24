// Draws the pictures in public/ with a browser: share images, and icons of the installed app.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { type Lang, LANGS } from '@switchyard/convert/languages'
import { findChromium } from './find-chromium.ts'

const folder = fileURLToPath(new URL('../apps/web/public/', import.meta.url))
const logo = readFileSync(`${folder}favicon.svg`, 'utf8')
const mark = logo.replace(/<rect[^>]*>/, '')

/** What a share image says. */
interface ShareWords {
  name: string
  line: string
  small: string
}

const shareWords = (lang: Lang): ShareWords =>
  JSON.parse(readFileSync(new URL(`share-words/${lang}.json`, import.meta.url), 'utf8')) as ShareWords

const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
const page = await browser.newPage()

for (const locale of LANGS) {
  const { name, line, small } = shareWords(locale)
  await draw(
    `share-${locale}.png`,
    1200,
    630,
    `<div style="width:100%;height:100%;background:#020618;color:#f8fafc;display:flex;flex-direction:column;justify-content:space-between;padding:88px;box-sizing:border-box;
      background-image:radial-gradient(900px 500px at 100% 0%,#00dc8226,transparent)">
      <div style="display:flex;align-items:center;gap:28px;font-size:44px;font-weight:600"><div style="width:84px">${logo}</div>${name}</div>
      <div style="font-size:88px;font-weight:700;line-height:1.15">${line}</div>
      <div style="font-size:32px;color:#94a3b8">${small}</div></div>`,
    locale,
  )
}
await draw('icon-192.png', 192, 192, logo)
await draw('icon-512.png', 512, 512, logo)
await draw('apple-touch-icon.png', 180, 180, `<div style="background:#007f45;height:100%">${mark}</div>`)
await draw(
  'icon-maskable-512.png',
  512,
  512,
  `<div style="background:#007f45;height:100%;padding:15%;box-sizing:border-box">${mark}</div>`,
)
await browser.close()

async function draw(file: string, width: number, height: number, html: string, lang = 'en'): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.setContent(
    `<html lang="${lang}"><style>html,body{margin:0;height:100%;background:transparent;font-family:Inter,"Noto Sans CJK SC",system-ui,sans-serif}svg{display:block;width:100%;height:100%}</style><body>${html}</body></html>`,
  )
  await page.screenshot({ path: folder + file, omitBackground: true })
}
