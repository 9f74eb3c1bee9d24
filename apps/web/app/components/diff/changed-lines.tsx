import { useMemo } from 'react'
import { diffLines } from './line-diff.ts'

/** More rows make the page slow. */
const LINES_MAX = 2000

interface Props {
  label: string
  /** What is said where nothing differs. */
  same: string
  /** What is said of lines that have no room. */
  more: (count: number) => string
  before: string
  after: string
}

/** The lines that are on one side alone, in the order of the text: what left and what came. */
export function ChangedLines({ label, same, more, before, after }: Props) {
  const lines = useMemo(() => changedLines(before.split('\n'), after.split('\n')), [before, after])
  return (
    <div tabIndex={0} role="region" aria-label={label} className="overflow-auto font-mono text-xs">
      {lines.length === 0 && <p className="text-muted">{same}</p>}
      {lines.slice(0, LINES_MAX).map(({ sign, text }, index) => (
        <div
          key={index}
          className={`whitespace-pre ${sign === '+' ? 'bg-success-soft text-success' : 'bg-error-soft text-error'}`}
        >
          {sign} {text}
        </div>
      ))}
      {lines.length > LINES_MAX && <p className="text-muted">{more(lines.length - LINES_MAX)}</p>}
    </div>
  )
}

interface ChangedLine {
  sign: '+' | '-'
  text: string
}

function changedLines(before: readonly string[], after: readonly string[]): ChangedLine[] {
  const lines: ChangedLine[] = []
  for (const { fromA, toA, fromB, toB } of diffLines(before, after)) {
    for (const text of before.slice(fromA, toA)) lines.push({ sign: '-', text })
    for (const text of after.slice(fromB, toB)) lines.push({ sign: '+', text })
  }
  return lines
}
