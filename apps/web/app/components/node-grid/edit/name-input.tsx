import { useLayoutEffect, useRef } from 'react'
import { useGrid } from '../grid-context.ts'
import { NAME_FIELD_MAX } from './rename.ts'
import type { ListedNode } from '../types.ts'

/** A name being typed. Enter goes on with the next row, Esc leaves it as it was, leaving the field keeps it. */
export function NameInput({ row }: { row: ListedNode }) {
  const { t, onRenamed } = useGrid()
  const input = useRef<HTMLInputElement>(null)
  const ended = useRef(false)
  useLayoutEffect(() => {
    input.current!.focus({ preventScroll: true })
    input.current!.select()
  }, [])
  const end = (name: string | null, next: boolean) => {
    if (ended.current) return
    ended.current = true
    onRenamed(row, name, next)
  }
  return (
    <input
      ref={input}
      data-rename
      aria-label={t('renameOf', { name: row.name })}
      defaultValue={row.name}
      maxLength={NAME_FIELD_MAX}
      autoComplete="off"
      spellCheck={false}
      className="input h-7 px-1.5 font-medium"
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') end(event.currentTarget.value, true)
        else if (event.key === 'Escape') end(null, false)
        else if (event.key === 'F2') end(event.currentTarget.value, false)
        else return
        event.preventDefault()
      }}
      onBlur={(event) => end(event.currentTarget.value, false)}
    />
  )
}
