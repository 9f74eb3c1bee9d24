import { Fragment, useSyncExternalStore } from 'react'

const NAMES: Record<string, [mac: string, other: string]> = {
  mod: ['⌘', 'Ctrl'],
  shift: ['⇧', 'Shift'],
  alt: ['⌥', 'Alt'],
  ctrl: ['⌃', 'Ctrl'],
  enter: ['↵', 'Enter'],
  escape: ['Esc', 'Esc'],
  delete: ['⌦', 'Del'],
  up: ['↑', '↑'],
  down: ['↓', '↓'],
  left: ['←', '←'],
  right: ['→', '→'],
  space: ['Space', 'Space'],
  home: ['↖', 'Home'],
  end: ['↘', 'End'],
  pageup: ['⇞', 'PgUp'],
  pagedown: ['⇟', 'PgDn'],
}

/** The keys as they stand on this keyboard: 'mod+shift+z' gives ['Ctrl', 'Shift', 'Z']. */
export function keyNames(keys: string, mac = isMac()): string[] {
  return keys.split(/[+ |]/).map((key) => NAMES[key.toLowerCase()]?.[mac ? 0 : 1] ?? key.toUpperCase())
}

function isMac(): boolean {
  return typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform)
}

const never = () => () => {}

interface Props {
  keys: string
  /** The word between keys that are pressed one after the other. */
  then?: string
  className?: string
}

/** 'mod+k' drawn as keys. 'g c' is one key after the other, 'up|down' is either one. */
export function Kbd({ keys, then, className = '' }: Props) {
  const mac = useSyncExternalStore(never, isMac, () => false)
  return (
    <kbd className={`inline-flex items-center gap-0.5 font-sans ${className}`}>
      {keyNames(keys, mac).map((name, index) => (
        <Fragment key={index}>
          {index > 0 && then && keys.includes(' ') && <span className="px-1 text-xs text-muted">{then}</span>}
          {index > 0 && keys.includes('|') && <span className="text-xs text-muted">/</span>}
          <kbd className="kbd">{name}</kbd>
        </Fragment>
      ))}
    </kbd>
  )
}
