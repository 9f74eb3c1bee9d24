/** The parts of a key press that a shortcut looks at. */
export interface KeyPress {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

const MODIFIERS = ['mod', 'alt', 'shift']
// What the same keys give while a Chinese input method is on.
const FULL_WIDTH: Record<string, string> = { '？': '?', '【': '[', '、': '/', '／': '/' }

/** Whether one press is what a shortcut of one step asks for: Ctrl and K for 'mod+k', a plain slash for '/'. */
export function isPress(press: KeyPress, keys: string): boolean {
  const parts = keys.split('+')
  const key = parts.at(-1)!
  const wants = (modifier: string) => parts.includes(modifier)
  if (wants('mod') !== (press.ctrlKey || press.metaKey) || wants('alt') !== press.altKey) return false
  // A sign like ? is typed with Shift on one keyboard and without on another.
  const letter = /^[a-z]$/.test(key)
  if ((letter || key.length > 1) && wants('shift') !== press.shiftKey) return false
  // Where a key writes another script or a sign its place counts; a Latin letter is what it says, wherever it lies.
  const isLatin = /^[a-z]$/i.test(press.key)
  if (letter && !isLatin && press.code === `Key${key.toUpperCase()}` && (wants('alt') || wants('mod'))) return true
  return (FULL_WIDTH[press.key] ?? press.key).toLowerCase() === key
}

/** A shortcut without Ctrl or Alt: a person may switch those off, and a field takes them as text. */
export function isPlain(keys: string): boolean {
  return !keys.split('+').some((part) => part !== 'shift' && MODIFIERS.includes(part))
}

// Of a field in a shadow root only the host is seen from outside.
const TEXT_FIELDS = 'input:not([type=checkbox],[type=radio]),textarea,select,[data-text-field]'

/** Where typing is text: there only shortcuts with Ctrl or Alt count, and undo belongs to the field. */
export function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(TEXT_FIELDS))
}

const isUndo = (keys: string): boolean => keys.endsWith('z')

const SEQUENCE_MS = 1000

interface Shortcut {
  /** 'mod+k', '?', 'g c'. */
  keys: string
  run: () => void
}

/** Runs shortcuts. They are asked for at each press, so the list may change. Gives back how to stop. */
export function followShortcuts(shortcuts: (press: KeyboardEvent) => readonly Shortcut[]): () => void {
  let first: { keys: string; at: number } | undefined

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    const inText = isTextField(event.target)
    const known = shortcuts(event).filter(({ keys }) => !inText || !(isPlain(keys) || isUndo(keys)))
    // Only undo goes on while its keys are held.
    if (event.repeat && !known.some(({ keys }) => isUndo(keys) && isPress(event, keys))) return
    const before = first && event.timeStamp - first.at < SEQUENCE_MS ? first.keys : undefined
    first = undefined

    const found = known.find(({ keys }) => {
      const [one = '', two] = keys.split(' ')
      return two === undefined ? !before && isPress(event, one) : one === before && isPress(event, two)
    })
    if (found) {
      event.preventDefault()
      found.run()
      return
    }
    const opening = known.find(({ keys }) => keys.includes(' ') && isPress(event, keys.split(' ')[0]!))
    if (opening) first = { keys: opening.keys.split(' ')[0]!, at: event.timeStamp }
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}
