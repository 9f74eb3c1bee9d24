// Writes app/ui/icons.ts: the icons that the shell draws at once. Any other comes from the server when it is shown.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { svgNodes } from '@switchyard/svg-nodes'

const NAMES = `
  alert-triangle:triangle-alert arrow-left-right arrow-right check chevron-down chevron-left chevron-right
  chevrons-up-down circle-alert clipboard-paste corner-down-left external-link list-checks train-track
  circle-check circle-help:circle-question-mark copy database download ellipsis equal eye eye-off file-text files filter
  hard-drive-download history house info keyboard languages list lock menu monitor moon network palette
  panel-left-close panel-left-open plus qr-code refresh-cw rotate-ccw rss scroll-text search settings shield-check sun
  redo-2 trash-2 undo-2 upload wifi-off x zap
  arrow-down arrow-down-to-line arrow-up arrow-up-to-line ban columns-3 copy-plus file-code grip-vertical flag link map-pin
  arrow-up-down minus pencil pin pin-off power square-pen
  table:table-2
  hash text-wrap square-split-horizontal
  circle-user:circle-user-round users log-out key-round scale binary smartphone star book-open folder folder-git git-branch
  github gitlab image
`
  .trim()
  .split(/\s+/)
  .map((name) => name.split(':') as [string, string?])

interface Collection {
  width?: number
  height?: number
  icons: Record<string, { body: string; width?: number; height?: number }>
  aliases?: Record<string, { parent: string }>
}

const require = createRequire(import.meta.url)
const lucide = JSON.parse(readFileSync(require.resolve('@iconify-json/lucide/icons.json'), 'utf8')) as Collection

const lines = NAMES.map(([name, source = name]) => {
  const found = lucide.icons[source] ?? lucide.icons[lucide.aliases?.[source]?.parent ?? '']
  const nodes = found && svgNodes(found.body)
  if (!nodes) throw new Error(`lucide has no icon ${source} that can be drawn`)
  return `  '${name}': ${JSON.stringify(nodes)},`
})

const file = fileURLToPath(new URL('../app/ui/icons.ts', import.meta.url))
writeFileSync(
  file,
  [
    '// Written by scripts/icons.ts: add a name there and run `npm run icons`. Icons: Lucide, ISC licence.',
    "import type { SvgNode } from '@switchyard/svg-nodes'",
    '',
    'export const ICONS = {',
    ...lines,
    '} as const satisfies Record<string, readonly SvgNode[]>',
    '',
    'export type IconName = keyof typeof ICONS',
    '',
  ].join('\n'),
)
