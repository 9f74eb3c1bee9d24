import { useVirtualizer } from '@tanstack/react-virtual'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

const ROW_PX = 36
const OVERSCAN = 6
const LIST_PX = 700

interface BareRow {
  protocol: string
  name: string
  server: string
  text: string
}

/** The list that ours is compared with: it shows as many rows of the same links, and does nothing else with them. */
export function BareList() {
  const t = useTranslations('bare')
  const [rows, setRows] = useState<readonly BareRow[]>([])
  const [filter, setFilter] = useState('')
  const words = useDeferredValue(filter)
  const shown = useMemo(() => rows.filter(testOf(words)), [rows, words])
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const take = (event: ClipboardEvent) => setRows(readRows(event.clipboardData!.getData('text/plain')))
    document.addEventListener('paste', take)
    return () => document.removeEventListener('paste', take)
  }, [])
  // oxlint-disable-next-line react/incompatible-library -- it hands out new items by rendering anew
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  })
  return (
    <main>
      <h1>{t('title')}</h1>
      <input aria-label={t('filter')} value={filter} onChange={(event) => setFilter(event.target.value)} />
      {/* Before there are rows the server draws nothing: the policy of the page refuses styles in its text. */}
      {rows.length > 0 && (
        <div ref={scroller} role="grid" aria-rowcount={shown.length} style={{ height: LIST_PX, overflow: 'auto' }}>
          <div style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, start }) => (
              <Row key={index} row={shown[index]!} index={index} top={start} />
            ))}
          </div>
        </div>
      )}
    </main>
  )
}

function Row({ row, index, top }: { row: BareRow; index: number; top: number }) {
  return (
    <div
      role="row"
      data-testid={`node-row-${index}`}
      style={{
        position: 'absolute',
        transform: `translateY(${top}px)`,
        height: ROW_PX,
        display: 'grid',
        gridTemplateColumns: '40px 60px 400px 100px 300px 40px',
      }}
    >
      <input type="checkbox" />
      <span>{index + 1}</span>
      <span>{row.name}</span>
      <span>{row.protocol}</span>
      <span>{row.server}</span>
      <button type="button">…</button>
    </div>
  )
}

function readRows(text: string): BareRow[] {
  return text
    .trim()
    .split('\n')
    .map((link) => {
      const [protocol = '', rest = ''] = link.split('://')
      const [body = '', tag = ''] = rest.split('#')
      const name = decodeURIComponent(tag)
      const [server = ''] = body.slice(body.indexOf('@') + 1).split('?')
      return { protocol, name, server, text: `${name} ${protocol} ${server}`.toLowerCase() }
    })
}

/** Every word is in the text of the row; a word behind a minus is not. */
function testOf(words: string): (row: BareRow) => boolean {
  const wanted = words.toLowerCase().split(' ').filter(Boolean)
  return ({ text }) =>
    wanted.every((word) => (word.startsWith('-') && word !== '-' ? !text.includes(word.slice(1)) : text.includes(word)))
}
