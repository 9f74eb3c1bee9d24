import { startTransition, useEffect, useEffectEvent, useState } from 'react'

/** Longer than from one key to the next while somebody types fast. */
const PAUSE_MS = 150

export interface TypedText {
  /** The text that the rows are looked for by. */
  text: string
  /** The text that stands in the box. */
  typed: string
  /** The text that the rows were last asked to follow. */
  asked: string
}

/** What stands in the box once the rows follow a text: what was typed since stays, and a text of a press replaces it. */
export function withText(box: TypedText, text: string): TypedText {
  if (box.text === text) return box
  return box.asked === text ? { ...box, text } : { text, typed: text, asked: text }
}

interface Request {
  text: string
  /** Few rows follow each key at once. */
  isShort: boolean
  onText: (text: string) => void
}

/**
 * The text in the filter box. To draw many rows takes longer than a key may: they follow when the typing pauses, or when
 * somebody leaves the box.
 */
export function useTypedText({ text, isShort, onText }: Request) {
  const [last, setBox] = useState({ text, typed: text, asked: text })
  const box = withText(last, text)
  if (box !== last) setBox(box)
  const { typed } = box
  const follow = () => {
    if (typed === text) return
    setBox((now) => ({ ...now, asked: typed }))
    onText(typed)
  }
  // The next key goes first. What the box asked for is known at once: a key may come before the rows follow.
  const followLater = useEffectEvent(() => {
    setBox((now) => ({ ...now, asked: typed }))
    startTransition(() => onText(typed))
  })
  useEffect(() => {
    if (typed === text) return
    const timer = setTimeout(followLater, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, text])
  const setTyped = (next: string) => {
    setBox((now) => ({ ...now, typed: next, asked: isShort ? next : now.asked }))
    if (isShort) onText(next)
  }
  return { typed, setTyped, follow }
}
