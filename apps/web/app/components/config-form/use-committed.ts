import { useEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react'

/** A text that counts as a whole: once its field is left or gone, or by Enter. What is typed so far, and the field's props. */
export function useCommitted(value: string, onCommit: (text: string) => void) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const commit = () => {
    if (text !== value) onCommit(text)
  }
  useWhenGone(commit)
  const field = {
    value: text,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setText(target.value),
    onBlur: commit,
    onKeyDown: ({ key, nativeEvent }: KeyboardEvent) => key === 'Enter' && !nativeEvent.isComposing && commit(),
  }
  return { text, field }
}

/** Runs when a field is removed. A field that is removed while it has the focus gets no blur event. */
function useWhenGone(act: () => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => () => latest.current(), [])
}
