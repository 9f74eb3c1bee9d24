import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { ChangedLines } from '../diff/changed-lines.tsx'
import { diffLines } from '../diff/line-diff.ts'

interface Props {
  path: string
  /** Absent: there is no such file. */
  before: Uint8Array | undefined
  after: Uint8Array
}

/** What a write changes in a file: how many lines come and go, and which on demand. */
export function FileChangeView({ path, before, after }: Props) {
  const t = useTranslations('filePublish')
  const [now, then] = useMemo(() => [before && textOf(before), textOf(after)], [before, after])
  const { added, removed } = useMemo(() => countsOf(now ?? '', then), [now, then])
  if (now === undefined || added + removed === 0)
    return (
      <p role="status" className="text-sm text-muted" data-testid="file-change">
        {t(now === undefined ? 'isNew' : 'isSame', { path })}
      </p>
    )
  return (
    <details className="text-sm" data-testid="file-change">
      <summary className="cursor-pointer">{t('changes', { added, removed })}</summary>
      <div className="mt-2 flex max-h-64 flex-col">
        <ChangedLines
          label={t('changedLines')}
          same={t('isSame', { path })}
          more={(count) => t('moreLines', { count })}
          before={now}
          after={then}
        />
      </div>
    </details>
  )
}

function countsOf(before: string, after: string): { added: number; removed: number } {
  const parts = diffLines(before.split('\n'), after.split('\n'))
  return {
    added: parts.reduce((sum, { fromB, toB }) => sum + toB - fromB, 0),
    removed: parts.reduce((sum, { fromA, toA }) => sum + toA - fromA, 0),
  }
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
