import {
  cloneElement,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ButtonHTMLAttributes,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'
import { Kbd } from './kbd.tsx'
import { placeElement, type Align, type Side } from './place.ts'
import { swallowTouch } from './swallow-click.ts'

export interface MenuItem {
  id: string
  label: string
  icon?: IconName
  keys?: string
  /** Short words at the right end of the item. */
  note?: string | undefined
  /** Why it cannot be chosen stands in the label or beside it. */
  disabled?: boolean
  danger?: boolean
  /** Given: it is on or off. */
  checked?: boolean
  /** Given: one of several, of which one is chosen. */
  chosen?: boolean
  onSelect: () => void
}

/** Opens a list of its own in the place of the one it stands in. */
export interface Submenu extends Pick<MenuItem, 'id' | 'label' | 'icon'> {
  items: readonly MenuItem[]
}

export type MenuEntry = MenuItem | Submenu | 'separator'

interface ListProps {
  label: string
  /** What the menu is about, above its items. */
  head?: ReactNode
  items: readonly MenuEntry[]
  /** Beside what it opens: an element, or the point of a right click. */
  anchor: Element | { x: number; y: number }
  side?: Side
  align?: Align
  onClose: () => void
}

// The condition of the sheet in popup.css.
const SHEET = '(pointer: coarse) and (width < 1024px)'

function placeOf(anchor: ListProps['anchor']): { x: number; y: number } {
  return anchor instanceof Element ? anchor.getBoundingClientRect() : anchor
}

/**
 * The open list of a menu. Arrows, Home, End and first letters go around, Enter takes, Esc and Tab leave. A submenu takes
 * the place of the list, so that it is the same under a thumb: arrow right goes into it, arrow left and Esc come back.
 */
export function MenuList({
  label: whole,
  head,
  items: all,
  anchor,
  side = 'bottom',
  align = 'start',
  onClose,
}: ListProps) {
  const list = useRef<HTMLDivElement>(null)
  const t = useTranslations('ui')
  const [{ inside, left }, setPlace] = useState<{ inside?: string | undefined; left?: string | undefined }>({})
  const submenu = all.find((entry): entry is Submenu => isSubmenu(entry) && entry.id === inside)
  const label = submenu?.label ?? whole
  const items = submenu?.items ?? all
  const goInto = (id: string | undefined) => setPlace({ inside: id, left: inside })
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const element = list.current!
    const back = document.activeElement
    element.showPopover()
    return () => {
      const focused = document.activeElement
      if (focused && focused !== document.body && !element.contains(focused)) return
      const target = anchor instanceof HTMLElement ? anchor : back
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [anchor])

  useLayoutEffect(() => {
    const element = list.current!
    const box =
      anchor instanceof Element
        ? anchor.getBoundingClientRect()
        : { left: anchor.x, right: anchor.x, top: anchor.y, bottom: anchor.y }
    placeElement(element, box, side, align)
    markMore(element)
    const there = itemsOf(element)
    // Back from a submenu, one stands where one went into it; in a submenu, behind the way back.
    const at = inside === undefined ? there.findIndex(({ id }) => id === `menu-${left}`) : 1
    ;(there[at] ?? there[0])?.focus({ preventScroll: true })
  }, [anchor, side, align, inside, left])

  useEffect(() => {
    const outside = (event: Event) => {
      const target = event.target instanceof Node ? event.target : null
      if (list.current?.contains(target)) return
      const isOnAnchor = anchor instanceof Element && anchor.contains(target)
      // A tap beside a sheet closes it, and does nothing to what lies below.
      if (event.type === 'pointerdown' && matchMedia(SHEET).matches) return (swallowTouch(event), close())
      if (!isOnAnchor) close()
    }
    const leave = () => close()
    // What scrolls elsewhere on the page leaves the anchor where it is, and so does a scroll that was before the menu:
    // its event may come late.
    const { x, y } = placeOf(anchor)
    const scrolled = (event: Event) => {
      const now = placeOf(anchor)
      if (!(anchor instanceof Element) || now.x !== x || now.y !== y) outside(event)
    }
    document.addEventListener('pointerdown', outside, true)
    document.addEventListener('scroll', scrolled, true)
    window.addEventListener('resize', leave)
    return () => {
      document.removeEventListener('pointerdown', outside, true)
      document.removeEventListener('scroll', scrolled, true)
      window.removeEventListener('resize', leave)
    }
  }, [anchor])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    event.stopPropagation()
    if (event.key === 'Tab') return onClose()
    const found = itemsOf(event.currentTarget)
    const index = found.findIndex((item) => item === document.activeElement)
    const next = {
      ArrowDown: index + 1,
      ArrowUp: index < 0 ? found.length - 1 : index - 1,
      Home: 0,
      End: found.length - 1,
    }[event.key]
    if (next !== undefined) {
      event.preventDefault()
      found[(next + found.length) % found.length]?.focus()
    } else if (event.key === 'ArrowRight' && isSubmenuButton(document.activeElement)) {
      event.preventDefault()
      document.activeElement.click()
    } else if (submenu && (event.key === 'ArrowLeft' || event.key === 'Escape')) {
      event.preventDefault()
      goInto(undefined)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
    } else if (event.key.length === 1 && /\S/.test(event.key) && !event.ctrlKey && !event.metaKey) {
      const letter = event.key.toLowerCase()
      const after = [...found.slice(index + 1), ...found.slice(0, index + 1)]
      after.find((item) => item.textContent?.trim().toLowerCase().startsWith(letter))?.focus()
    }
  }

  return (
    <div
      ref={list}
      role="menu"
      aria-label={label}
      popover="manual"
      className="popup min-w-44"
      onScroll={({ currentTarget }) => markMore(currentTarget)}
      onKeyDown={onKeyDown}
      onClick={(event) => event.stopPropagation()}
    >
      {head && (
        <div role="presentation" className="popup-head mb-1 max-w-64 border-b border-line-strong px-2 pt-1 pb-2">
          {head}
        </div>
      )}
      {submenu && (
        <>
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            className="popup-item"
            {...onPointer(() => goInto(undefined))}
          >
            <Icon name="chevron-left" className="size-4 text-muted" />
            <span className="min-w-0 flex-1 truncate text-left font-medium">
              {t('menuBack', { name: submenu.label })}
            </span>
          </button>
          <div role="separator" className="my-1 border-t border-line-strong" />
        </>
      )}
      {items.map((item, index) =>
        item === 'separator' ? (
          <div key={index} role="separator" className="my-1 border-t border-line-strong" />
        ) : isSubmenu(item) ? (
          <button
            key={item.id}
            id={`menu-${item.id}`}
            type="button"
            role="menuitem"
            aria-haspopup="menu"
            aria-expanded={false}
            tabIndex={-1}
            className="popup-item"
            {...onPointer(() => goInto(item.id))}
          >
            {item.icon && <Icon name={item.icon} className="size-4 text-muted" />}
            <span className="min-w-0 flex-1 truncate text-left">{item.label}</span>
            <Icon name="chevron-right" className="size-4 text-muted" />
          </button>
        ) : (
          <button
            key={item.id}
            type="button"
            role={roleOf(item)}
            aria-checked={item.checked ?? item.chosen}
            aria-disabled={item.disabled}
            tabIndex={-1}
            className={`popup-item ${item.danger ? 'text-error' : ''}`}
            {...onPointer(() => {
              if (item.disabled) return
              onClose()
              item.onSelect()
            })}
          >
            {item.icon && <Icon name={item.icon} className={`size-4 ${item.danger ? '' : 'text-muted'}`} />}
            <span className="min-w-0 flex-1 truncate text-left">{item.label}</span>
            {item.note && <span className="text-xs text-muted tabular-nums">{item.note}</span>}
            {item.keys && <Kbd keys={item.keys} className="pointer-coarse:hidden" />}
            {roleOf(item) !== 'menuitem' && (
              <Icon name="check" className={item.checked || item.chosen ? 'size-4 text-link' : 'invisible size-4'} />
            )}
          </button>
        ),
      )}
    </div>
  )
}

function isSubmenu(entry: MenuEntry): entry is Submenu {
  return entry !== 'separator' && 'items' in entry
}

function isSubmenuButton(element: Element | null): element is HTMLElement {
  return element instanceof HTMLElement && element.matches('[role=menuitem][aria-haspopup]')
}

/** What lies under the pointer has the focus. */
function onPointer(onClick: () => void) {
  return {
    onPointerMove: (event: PointerEvent<HTMLElement>) => event.currentTarget.focus({ preventScroll: true }),
    onClick,
  }
}

/** Less than this below the visible part is only padding. */
const PADDING_PX = 18

/** Marks a list that has more entries below the visible part. */
function markMore(list: HTMLElement): void {
  list.toggleAttribute('data-more', list.scrollHeight - list.clientHeight - list.scrollTop > PADDING_PX)
}

function roleOf({ checked, chosen }: MenuItem): 'menuitem' | 'menuitemcheckbox' | 'menuitemradio' {
  if (checked !== undefined) return 'menuitemcheckbox'
  return chosen === undefined ? 'menuitem' : 'menuitemradio'
}

function itemsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role^=menuitem]')]
}

type TriggerProps = ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }

interface Props extends Pick<ListProps, 'label' | 'head' | 'items' | 'side' | 'align'> {
  /** A button of ours; pressing it opens the list. */
  trigger: ReactElement<TriggerProps>
}

export function Menu({ trigger, ...rest }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'menu',
        'aria-expanded': anchor !== undefined,
        onClick: (event) => setAnchor(anchor ? undefined : event.currentTarget),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' || event.altKey || anchor) return
          event.preventDefault()
          setAnchor(event.currentTarget)
        },
      })}
      {anchor && <MenuList {...rest} anchor={anchor} onClose={() => setAnchor(undefined)} />}
    </>
  )
}
