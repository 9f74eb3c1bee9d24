import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { DataOf } from '@switchyard/contract'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { call } from '../../lib/api.ts'
import { diffLines } from '../../lib/line-diff.ts'
import { showToast } from '../../lib/toasts.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx'

type Output = DataOf<'GET /api/outputs/:output'>

interface Props {
  output: Output
  onRestored: (output: Output) => void
}

/** What the subscription was before: each change of nodes, groups or rules is a version. */
export function Versions({ output, onRestored }: Props) {
  const t = useTranslations('subscribe')
  const format = useFormatter()
  return (
    <SettingGroup title={t('versions')}>
      <VersionRows key={output.version ?? 0} {...{ output, onRestored, t, format }} />
    </SettingGroup>
  )
}

function VersionRows({
  output,
  onRestored,
  t,
  format,
}: Props & { t: ReturnType<typeof useTranslations<'subscribe'>>; format: ReturnType<typeof useFormatter> }) {
  const params = { output: output.id }
  const loaded = useLoaded(
    async (signal) => (await call('GET /api/outputs/:output/versions', { params, quiet: true, signal })).versions,
  )
  const { isBusy, failure, submit } = useSubmit()
  const [compared, setCompared] = useState<number>()
  const restore = (number: number) =>
    submit(async () => {
      onRestored(
        await call('POST /api/outputs/:output/versions/:number/restore', {
          params: { ...params, number: String(number) },
          quiet: true,
        }),
      )
      showToast({ kind: 'success', text: t('restored', { number }) })
    })
  const list = loaded.data ?? []
  return (
    <>
      {failure && (
        <div className="p-4">
          <FormFailure failure={failure} />
        </div>
      )}
      {loaded.isLoading && !loaded.data && <p className="p-4 text-muted">{t('loading')}</p>}
      {loaded.data?.length === 0 && <p className="p-4 text-muted">{t('noVersions')}</p>}
      {list.map(({ number, at, cause, nodes, added, removed }, index) => (
        <SettingRow
          key={number}
          title={`#${number} · ${t(`cause.${cause}`)}`}
          text={`${format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' })} · ${t('versionLine', { nodes, added, removed })}`}
        >
          <span className="flex gap-1">
            {index < list.length - 1 && (
              <Button size="small" onClick={() => setCompared(number)}>
                {t('compare')}
              </Button>
            )}
            {index > 0 && (
              <Button size="small" disabled={isBusy} onClick={() => void restore(number)}>
                {t('restore')}
              </Button>
            )}
          </span>
        </SettingRow>
      ))}
      {compared !== undefined && (
        <CompareDialog
          output={output}
          to={compared}
          from={list[list.findIndex(({ number }) => number === compared) + 1]!.number}
          onClose={() => setCompared(undefined)}
        />
      )}
    </>
  )
}

interface ChangedLine {
  sign: '+' | '-'
  text: string
}

/** The lines that are on one side alone, in the order of the text. */
function changedLines(before: readonly string[], after: readonly string[]): ChangedLine[] {
  const lines: ChangedLine[] = []
  for (const { fromA, toA, fromB, toB } of diffLines(before, after)) {
    for (const text of before.slice(fromA, toA)) lines.push({ sign: '-', text })
    for (const text of after.slice(fromB, toB)) lines.push({ sign: '+', text })
  }
  return lines
}

interface CompareProps {
  output: Output
  from: number
  to: number
  onClose: () => void
}

/** Two versions, line by line: what left and what came. */
function CompareDialog({ output, from, to, onClose }: CompareProps) {
  const t = useTranslations('subscribe')
  const textOf = async (number: number, signal: AbortSignal) =>
    (
      await call('GET /api/outputs/:output/versions/:number', {
        params: { output: output.id, number: String(number) },
        quiet: true,
        signal,
      })
    ).text
  const loaded = useLoaded(async (signal) => {
    const [before, after] = await Promise.all([textOf(from, signal), textOf(to, signal)])
    return changedLines(before.split('\n'), after.split('\n'))
  })
  return (
    <Dialog open size="large" title={t('compareTitle', { from, to })} onClose={onClose} data-testid="version-diff">
      {loaded.isLoading && <p className="text-muted">{t('loading')}</p>}
      {loaded.error !== undefined && <Button onClick={loaded.reload}>{t('retry')}</Button>}
      {loaded.data && (
        <div
          tabIndex={0}
          role="region"
          aria-label={t('compareTitle', { from, to })}
          className="overflow-auto font-mono text-xs"
        >
          {loaded.data.length === 0 && <p className="text-muted">{t('same')}</p>}
          {loaded.data.map(({ sign, text }, index) => (
            <div
              key={index}
              className={`whitespace-pre ${sign === '+' ? 'bg-success-soft text-success' : 'bg-error-soft text-error'}`}
            >
              {sign} {text}
            </div>
          ))}
        </div>
      )}
    </Dialog>
  )
}
