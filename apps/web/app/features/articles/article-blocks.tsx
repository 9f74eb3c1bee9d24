import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Table } from '../../ui/table.tsx'
import type { Block, Inline } from './article-text.ts'

const addressOfSection = (id: string) => `${location.origin}${location.pathname}#${id}`

/** Draws the blocks of an article. They never change, so their places are their keys. */
export function ArticleBlocks({ blocks }: { blocks: readonly Block[] }) {
  const t = useTranslations('articles')
  return blocks.map((block, index) => (
    <OneBlock key={index} block={block} caption={t('tableOf', { name: sectionAt(blocks, index) })} />
  ))
}

/** The heading that a block stands below. */
function sectionAt(blocks: readonly Block[], index: number): string {
  const heading = blocks.slice(0, index).findLast((block) => block.kind === 'heading')
  return heading?.kind === 'heading' ? heading.text : ''
}

function OneBlock({ block, caption }: { block: Block; caption: string }) {
  const t = useTranslations('articles')
  if (block.kind === 'heading')
    return (
      <div className="article-heading">
        <h2 id={block.id}>{block.text}</h2>
        <CopyButton
          text={() => addressOfSection(block.id)}
          label={t('copySection', { name: block.text })}
          iconOnly
          look="ghost"
          size="small"
        />
      </div>
    )
  if (block.kind === 'paragraph')
    return (
      <p>
        <Words words={block.words} />
      </p>
    )
  if (block.kind === 'code')
    return (
      <pre className="article-code" tabIndex={0} aria-label={t('code')}>
        <code>{block.text}</code>
      </pre>
    )
  if (block.kind === 'table')
    return (
      <Table
        caption={caption}
        className="table-stacked article-table"
        columns={block.head.map((words, column) => ({ id: String(column), label: <Words words={words} /> }))}
      >
        {block.rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((words, column) => (
              <td key={column} data-label={column > 0 ? textOf(block.head[column]) : undefined}>
                <Words words={words} />
              </td>
            ))}
          </tr>
        ))}
      </Table>
    )
  const List = block.isOrdered ? 'ol' : 'ul'
  return (
    <List>
      {block.items.map((words, item) => (
        <li key={item}>
          <Words words={words} />
        </li>
      ))}
    </List>
  )
}

const textOf = (words: readonly Inline[] = []) =>
  words.map((word) => (typeof word === 'string' ? word : word.text)).join('')

function Words({ words }: { words: readonly Inline[] }) {
  const locale = useRouteLocale()
  return words.map((word, index) => {
    if (typeof word === 'string') return word
    if (word.kind === 'code') return <code key={index}>{word.text}</code>
    if (word.kind === 'strong') return <strong key={index}>{word.text}</strong>
    if (!word.to.startsWith('/'))
      return (
        <a key={index} href={word.to} className="text-link-plain" rel="noopener noreferrer">
          {word.text}
        </a>
      )
    return (
      <Link key={index} to={localizedPath(locale, word.to)} className="text-link-plain">
        {word.text}
      </Link>
    )
  })
}
