// What `npm start` shows until the web app is there: a sample becomes files for three clients.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ConvertOptions, convertText, DEFAULT_EXCLUDES } from '@switchyard/convert'
import { cliText, type Lang } from '@switchyard/locale'
import { issueLines, summaryLine } from './report-text.ts'
import { endQuietlyOnBrokenPipe, paint, say, sayOnStdout } from './terminal.ts'

const CLIENTS = [
  { platform: 'mihomo', name: 'Mihomo', file: 'mihomo.yaml' },
  { platform: 'clash', name: 'Clash', file: 'clash.yaml' },
  { platform: 'singbox', name: 'sing-box', file: 'sing-box.json' },
] as const satisfies readonly { platform: ConvertOptions['platform']; name: string; file: string }[]

const sample = fileURLToPath(new URL('../samples/nodes.txt', import.meta.url))
const folder = fileURLToPath(new URL('../../../data/demo/', import.meta.url))
const lang: Lang = (process.env['LC_ALL'] ?? process.env['LANG'] ?? '').startsWith('zh') ? 'zh-CN' : 'en-US'

endQuietlyOnBrokenPipe()
sayOnStdout()
mkdirSync(folder, { recursive: true })
const sources = [{ name: shown(sample), text: readFileSync(sample, 'utf8') }]
const results = CLIENTS.map(({ platform, name, file }) => {
  // The lists of the larger templates are fetched by the command line; this one needs none.
  const { text, report } = convertText(sources, {
    platform,
    lang,
    template: platform === 'mihomo' ? 'standard' : 'minimal',
  })
  writeFileSync(`${folder}${file}`, text)
  return { platform, name, file: shown(`${folder}${file}`), report }
})

say('')
say(paint('bold', cliText('demo-title', lang)))
say('')
say(cliText('demo-sample', lang, { n: results[0]!.report.entries }))
say('')
for (const { name, file, report } of results) {
  say(`  ${paint('green', name.padEnd(9))} ${file.padEnd(26)} ${summaryLine(report, lang)}`)
}
const { name, platform, report } = results[0]!
say('')
say(cliText('demo-issues', lang, { client: name }))
for (const line of issueLines(report, lang, { client: platform, unsupported: DEFAULT_EXCLUDES[platform] })) say(line)
say('')
say(cliText('demo-own', lang))
say(`  npx switchyard convert nodes.txt --to mihomo -o config.yaml`)
say(cliText('demo-all', lang))
say(`  npx switchyard convert --help`)
say('')

function shown(path: string): string {
  return relative(process.cwd(), path) || path
}
