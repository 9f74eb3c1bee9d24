import { useMemo } from 'react'
import type { Outline, TextCheck, TextIssue } from '@switchyard/recipe/model'
import { editOf, newlines } from '../session/manual-edit.ts'
import type { ManualEdit } from '../session/model.ts'
import { useModelPart, useStatePart } from '../session/use-convert.ts'

/** The text that is shown, copied and downloaded: the generated one, or what a person made of it. */
export interface Shown {
  text: string | undefined
  bytes: number
  lines: number
  outline?: Outline | undefined
  edit?: ManualEdit | undefined
  /** The generated text of the chosen target, where it can be shown. */
  generated: string | undefined
  /** There is a newer result that the changes were not put onto. */
  isWaiting: boolean
  issue?: TextIssue | undefined
  lost?: TextCheck['lost']
}

export function useShown(): Shown {
  const target = useModelPart(({ output }) => output)
  const edit = useModelPart(editOf)
  const result = useStatePart(({ result }) => result)
  const madeFor = useStatePart(({ madeFor }) => madeFor)
  const check = useStatePart(({ check }) => check)
  const isOwn = madeFor === target
  const generated = isOwn && !result?.error ? result?.text : undefined
  const text = edit?.text
  const size = useMemo(
    () => (text === undefined ? undefined : { bytes: new TextEncoder().encode(text).length, lines: linesOf(text) }),
    [text],
  )
  if (!edit)
    return {
      text: result?.text,
      bytes: result?.bytes ?? 0,
      lines: result?.lines ?? 0,
      outline: result?.outline,
      generated,
      isWaiting: false,
    }
  const checked = check?.text === text ? check : undefined
  return {
    text,
    ...size!,
    outline: checked?.outline,
    edit,
    generated,
    isWaiting: isOwn && !result?.error && !edit.isKept && generated !== edit.base,
    issue: checked?.issue,
    lost: checked?.lost,
  }
}

const linesOf = (text: string) => newlines(text) + (text.endsWith('\n') || text === '' ? 0 : 1)
