import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { FieldControl } from './field.tsx'
import { Icon } from './icon.tsx'
import { placeElement } from './place.ts'
import { listedChoices, type ComboboxChoice } from './listed-choices.ts'
import type { Choice } from './select.tsx'

interface Props<Value extends string> extends Partial<FieldControl> {
  value: Value | undefined
  choices: readonly ComboboxChoice<Value>[]
  onChange: (value: Value) => void
  placeholder?: string
  /** Said when nothing fits what was typed. */
  emptyText: string
  'aria-label'?: string
  className?: string
  icon?: ReactNode
}

/** One of many: type to narrow the list, arrows and Enter to take one, Esc to leave it as it was. */
export function Combobox<Value extends string>(props: Props<Value>) {
  const { value, choices, onChange, emptyText, icon, className = '', ...input } = props
  const listId = useId()
  const root = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  /** undefined: the list is closed. */
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const open = typed !== undefined
  const selected = useMemo(() => choices.find((choice) => choice.value === value), [choices, value])
  const listed = useMemo(
    () => (typed === undefined ? [] : listedChoices(choices, typed, value)),
    [choices, typed, value],
  )

  useLayoutEffect(() => {
    if (!open || !list.current || !root.current) return
    const box = root.current.getBoundingClientRect()
    list.current.style.minWidth = `${box.width}px`
    list.current.showPopover()
    placeElement(list.current, box, 'bottom', 'start')
  }, [open, listed.length])
  useEffect(() => {
    if (open) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [open, active, listId])

  const show = () => {
    if (open) return
    setTyped('')
    const place = listedChoices(choices, '', value).findIndex((choice) => choice.value === value)
    setActive(Math.max(0, place))
  }
  const take = (choice: Choice<Value> | undefined) => {
    setTyped(undefined)
    if (choice && !choice.disabled) onChange(choice.value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const { key } = event
    if (!open && key !== 'ArrowDown' && key !== 'ArrowUp') return
    if (!['ArrowDown', 'ArrowUp', 'Enter', 'Escape'].includes(key)) return
    event.preventDefault()
    event.stopPropagation()
    if (!open) show()
    else if (key === 'ArrowDown') setActive((active + 1) % Math.max(1, listed.length))
    else if (key === 'ArrowUp') setActive((active + listed.length - 1) % Math.max(1, listed.length))
    else if (key === 'Enter') take(listed[active])
    else setTyped(undefined)
  }

  return (
    <div ref={root} className={`relative flex min-w-0 items-center ${className}`}>
      {icon && <span className="pointer-events-none absolute left-2.5 text-muted">{icon}</span>}
      <input
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && listed[active] ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        {...input}
        value={typed ?? selected?.label ?? ''}
        className={`input h-(--control) truncate pr-8 ${icon ? 'pl-8' : ''}`}
        onClick={show}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setTyped(undefined)}
      />
      <Icon name="chevrons-up-down" className="pointer-events-none absolute right-2.5 size-4 text-muted" />
      <div
        ref={list}
        id={listId}
        role="listbox"
        popover="manual"
        aria-label={input['aria-label'] ?? input.placeholder}
        className={open ? 'popup max-h-80 max-w-[calc(100vw-16px)]' : 'hidden'}
        onPointerDown={(event) => event.preventDefault()}
      >
        {listed.map((choice, index) => (
          <div
            key={choice.value}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={choice.value === value}
            aria-disabled={choice.disabled}
            data-active={index === active}
            className="popup-item"
            onPointerMove={() => setActive(index)}
            onClick={() => take(choice)}
          >
            <span className="min-w-0 flex-1 truncate">{choice.label}</span>
            {choice.note && <span className="truncate text-xs text-muted">{choice.note}</span>}
            <Icon name="check" className={choice.value === value ? 'size-4 text-link' : 'invisible size-4'} />
          </div>
        ))}
        {listed.length === 0 && <p className="px-2 py-1.5 text-sm text-muted">{emptyText}</p>}
      </div>
    </div>
  )
}
