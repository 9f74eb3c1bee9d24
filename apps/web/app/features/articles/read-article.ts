import type { ArticleText, Block, Inline } from './article-text.ts'

const UPDATED = /^updated: (\d{4}-\d\d-\d\d)$/
const HEADING = /^## (.+) \{#([a-z0-9-]+)\}$/
const BULLET = /^- /
const NUMBER = /^\d+\. /
const COMMENT = /^<!-- .* -->$/
/** Code, bold words and links. Nothing stands in another one. */
const MARKS = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^[\]]+)\]\(([^()[\]\s]+)\)/g

/**
 * Reads the Markdown of an article: headings of the second level with an id, paragraphs, lists, tables, code. Anything else
 * is an error, so that no text is drawn otherwise than it was meant.
 */
export function readArticle(text: string): ArticleText {
  const [first = '', ...lines] = text.trimEnd().split('\n')
  const updated = UPDATED.exec(first)?.[1]
  if (updated === undefined) throw new Error('The first line is no "updated: YYYY-MM-DD"')
  const blocks: Block[] = []
  for (const group of groupsOf(lines)) blocks.push(blockOf(group))
  return { updated, blocks }
}

/** The tests that an article names, by the heading that they stand below: `<!-- test e2e/x.e2e.ts: its title -->`. */
export function testsNamedIn(text: string): { section: string; file: string; title: string }[] {
  let section = ''
  return text.split('\n').flatMap((line) => {
    section = HEADING.exec(line)?.[2] ?? section
    const [, file, title] = /^<!-- test (\S+): (.+) -->$/.exec(line) ?? []
    return file && title ? [{ section, file, title }] : []
  })
}

/** Lines that stand together; comments are for who writes. */
function groupsOf(lines: readonly string[]): string[][] {
  const groups: string[][] = []
  let group: string[] = []
  let isCode = false
  for (const line of lines) {
    if (line.startsWith('```')) isCode = !isCode
    if (!isCode && COMMENT.test(line)) continue
    if (line === '' && !isCode) {
      if (group.length > 0) groups.push(group)
      group = []
    } else group.push(line)
  }
  if (group.length > 0) groups.push(group)
  return groups
}

function blockOf(lines: readonly string[]): Block {
  const [first = ''] = lines
  if (first.startsWith('```')) return { kind: 'code', text: lines.slice(1, -1).join('\n') }
  if (first.startsWith('#')) {
    const [, text, id] = HEADING.exec(first) ?? []
    if (text === undefined || id === undefined || lines.length > 1) throw new Error(`No heading with an id: ${first}`)
    return { kind: 'heading', id, text }
  }
  if (first.startsWith('|')) {
    const [head = [], , ...rows] = lines.map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => inlineOf(cell.trim())),
    )
    return { kind: 'table', head, rows }
  }
  for (const [mark, isOrdered] of [
    [BULLET, false],
    [NUMBER, true],
  ] as const)
    if (mark.test(first)) return { kind: 'list', isOrdered, items: itemsOf(lines, mark).map(inlineOf) }
  return { kind: 'paragraph', words: inlineOf(joined(lines)) }
}

/** A line that begins with no mark goes on with the item before it. */
function itemsOf(lines: readonly string[], mark: RegExp): string[] {
  const items: string[][] = []
  for (const line of lines) {
    if (mark.test(line)) items.push([line.replace(mark, '')])
    else items.at(-1)!.push(line.trim())
  }
  return items.map(joined)
}

/** Lines of Chinese are joined without a space. */
function joined(lines: readonly string[]): string {
  return lines.reduce((text, line) => text + (/[\u3000-\u9fff\uff00-\uffef]$/.test(text) ? '' : ' ') + line)
}

function inlineOf(text: string): Inline[] {
  const words: Inline[] = []
  let from = 0
  for (const match of text.matchAll(MARKS)) {
    const [whole, code, strong, link, to] = match
    if (match.index > from) words.push(text.slice(from, match.index))
    if (code !== undefined) words.push({ kind: 'code', text: code })
    else if (strong !== undefined) words.push({ kind: 'strong', text: strong })
    else words.push({ kind: 'link', text: link!, to: to! })
    from = match.index + whole.length
  }
  if (from < text.length) words.push(text.slice(from))
  return words
}
