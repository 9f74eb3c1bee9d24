import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { DataOf } from '@switchyard/contract'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { ChangedLines } from '../../components/diff/changed-lines.tsx'
import { call } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { useApi, useLoaded } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx'

type Output = DataOf<'GET /api/outputs/:output'>

const SHOWN_AT_ONCE = 20

interface Props {
  output: Pick<Output, 'id' | 'version' | 'revision'>
  onRestored: (output: Output) => void
}

/** What the subscription was before: each change of nodes, groups or rules is a version. */
export function OutputVersions({ output, onRestored }: Props) {
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
  const loaded = useApi('GET /api/outputs/:output/versions', { params })
  const { isBusy, failure, submit } = useSubmit()
  const [compared, setCompared] = useState<{ from: number; to: number }>()
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const restore = (number: number) =>
    submit(async () => {
      onRestored(
        await call('POST /api/outputs/:output/versions/:number/restore', {
          params: { ...params, number: String(number) },
          body: { revision: output.revision },
          quiet: true,
        }),
      )
      showToast({ kind: 'success', text: t('restored', { number }) })
    })
  const list = loaded.data?.versions ?? []
  return (
    <>
      {failure && (
        <div className="p-4">
          <FormFailure failure={failure} />
        </div>
      )}
      {loaded.isLoading && !loaded.data && <p className="p-4 text-muted">{t('loading')}</p>}
      {loaded.data?.versions.length === 0 && <p className="p-4 text-muted">{t('noVersions')}</p>}
      {list.slice(0, shown).map(({ number, at, cause, nodes, added, removed, changes, of }, index) => (
        <SettingRow
          key={number}
          title={`#${number} · ${number === 1 ? t('historyFirst') : of === undefined ? t(`cause.${cause}`) : t('restoredOf', { number: of })}`}
          text={`${format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' })} · ${
            number === 1 ? t('holds', { nodes, skipped: 0 }) : changesText(t, { nodes, added, removed, changes })
          }`}
        >
          <span className="flex flex-wrap gap-2">
            {index < list.length - 1 && (
              <Button onClick={() => setCompared({ from: list[index + 1]!.number, to: number })}>
                {t('compare', { number: list[index + 1]!.number })}
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
      {list.length > shown && (
        <p className="p-3">
          <Button size="small" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
            {t('moreVersions', { count: list.length - shown })}
          </Button>
        </p>
      )}
      {compared !== undefined && (
        <CompareDialog
          output={output.id}
          {...compared}
          numbers={list.map(({ number }) => number)}
          onChange={setCompared}
          onClose={() => setCompared(undefined)}
        />
      )}
    </>
  )
}

type Version = DataOf<'GET /api/outputs/:output/versions'>['versions'][number]

/** What a version changed, in words: nodes where any came or went, and what else differs. */
function changesText(
  t: ReturnType<typeof useTranslations<'subscribe'>>,
  { nodes, added, removed, changes }: Pick<Version, 'nodes' | 'added' | 'removed' | 'changes'>,
): string {
  const { rulesAdded = 0, rulesRemoved = 0, ruleSets = 0, groups = 0, settings = 0 } = changes ?? {}
  const isOther = rulesAdded + rulesRemoved + ruleSets + groups + settings > 0
  const parts = [
    added + removed > 0 || !isOther ? t('versionLine', { nodes, added, removed }) : t('holds', { nodes, skipped: 0 }),
    rulesAdded + rulesRemoved > 0 && t('versionRules', { added: rulesAdded, removed: rulesRemoved }),
    ruleSets > 0 && t('versionRuleSets', { count: ruleSets }),
    groups > 0 && t('versionGroups', { count: groups }),
    settings > 0 && t('versionSettings', { count: settings }),
  ]
  return parts.filter((part) => part !== false).join(t('versionComma'))
}

/** The history of one subscription, over whatever page it is asked for on. */
export function HistoryDialog({ name, onClose, ...rest }: Props & { name: string; onClose: () => void }) {
  const t = useTranslations('subscribe')
  const format = useFormatter()
  return (
    <Dialog open size="large" title={t('historyOf', { name })} onClose={onClose} data-testid="history-window">
      <div className="divide-y divide-line">
        <VersionRows key={rest.output.version ?? 0} {...{ ...rest, t, format }} />
      </div>
    </Dialog>
  )
}

interface Compared {
  from: number
  to: number
}

interface CompareProps extends Compared {
  /** Its id. */
  output: string
  /** Those that can be compared, the newest first. */
  numbers: readonly number[]
  onChange: (compared: Compared) => void
  onClose: () => void
}

/** Two versions, line by line: what left and what came. */
function CompareDialog({ output, from, to, numbers, onChange, onClose }: CompareProps) {
  const t = useTranslations('subscribe')
  const choices = numbers.map((number) => ({ value: String(number), label: `#${number}` }))
  return (
    <Dialog open size="large" title={t('compareTitle', { from, to })} onClose={onClose} data-testid="version-diff">
      <div className="mb-3 grid grid-cols-2 gap-3">
        <Field label={t('compareFrom')}>
          {(control) => (
            <Select
              {...control}
              value={String(from)}
              choices={choices}
              onChange={(value) => onChange({ from: Number(value), to })}
            />
          )}
        </Field>
        <Field label={t('compareTo')}>
          {(control) => (
            <Select
              {...control}
              value={String(to)}
              choices={choices}
              onChange={(value) => onChange({ from, to: Number(value) })}
            />
          )}
        </Field>
      </div>
      <Differences key={`${from} ${to}`} {...{ output, from, to }} />
    </Dialog>
  )
}

function Differences({ output, from, to }: Compared & { output: string }) {
  const t = useTranslations('subscribe')
  const textOf = async (number: number, signal: AbortSignal) =>
    (
      await call('GET /api/outputs/:output/versions/:number', {
        params: { output, number: String(number) },
        quiet: true,
        signal,
      })
    ).text
  const loaded = useLoaded(`lines of ${output} between ${from} and ${to}`, async (signal) => {
    const [before, after] = await Promise.all([textOf(from, signal), textOf(to, signal)])
    return { before, after }
  })
  return (
    <>
      {loaded.isLoading && <p className="text-muted">{t('loading')}</p>}
      {loaded.error !== undefined && <Button onClick={loaded.reload}>{t('retry')}</Button>}
      {loaded.data && (
        <ChangedLines
          label={t('compareTitle', { from, to })}
          same={t('same')}
          more={(count) => t('moreChanged', { count })}
          {...loaded.data}
        />
      )}
    </>
  )
}
