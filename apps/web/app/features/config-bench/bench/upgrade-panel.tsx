import { clientFacts } from '@switchyard/convert/facts'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { STATE_LOOKS } from '../../../components/state-looks.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { UpgradedConfig } from '../../../workers/tasks/config.ts'
import type { BenchPanelProps } from './panel.ts'
import { reviewed, type UpgradeHunk } from './upgrade-hunks.ts'
import { useUpgrade } from './use-upgrade.ts'

/** A longer stretch is cut: the text beside it has the whole after it is made. */
const LINES_SHOWN = 12

/** Brings an old config to a newer version: every change named, ticked and shown, and all of them made in one step. */
export function UpgradePanel({ config, change, show, ask }: BenchPanelProps) {
  const t = useTranslations('configBench.upgrade')
  const [chosen, setChosen] = useState<string>()
  const [without, setWithout] = useState<readonly string[]>([])
  const { text, client } = config
  const all = useUpgrade(ask, { text, client, to: chosen, without: NONE })
  const made = useUpgrade(ask, { text, client, to: chosen, without })
  const { changes, rest } = useMemo(() => {
    if (!all?.upgrade || !made?.upgrade) return NOTHING
    return reviewed(made.of, made.upgrade.text, rowsOf(all.upgrade, made.upgrade))
  }, [all, made])
  if ((all && !all.upgrade) || (made && !made.upgrade)) return <EmptyState icon="circle-alert" text={t('gone')} />
  if (!all?.upgrade || !made?.upgrade) return <p className="p-4 text-muted">{t('looking')}</p>

  const { upgrade } = made
  const { versions, issue } = all.upgrade
  const title = clientFacts(client).title
  if (versions.length === 0) return <EmptyState icon="check" text={t('noVersions', { client: title })} />
  const version = all.upgrade.to
  const isCurrent = all.of === text && made.of === text
  const { errors } = upgrade.check
  const keysMade = new Set(upgrade.changes.map(keyOf))
  /** What cannot be done without another one that was left out is left out with it. */
  const isMade = (change: Change) =>
    !without.includes(keyOf(change)) && (made.without !== without || keysMade.has(keyOf(change)))
  const toggle = (change: Change, isWanted: boolean) => {
    if (!isWanted) return setWithout([...without, keyOf(change)])
    const isOut = without.includes(keyOf(change))
    setWithout(without.filter((key) => (isOut ? key !== keyOf(change) : !key.startsWith(`${change.name} `))))
  }
  const apply = () => {
    if (change(text, upgrade.text, t('done', { n: upgrade.changes.length, version }))) setWithout(NONE)
  }
  return (
    <div className="flex flex-col gap-3 p-4 text-sm" aria-busy={!isCurrent} data-testid="upgrade">
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('to', { client: title })}>
          {(control) => (
            <Select
              {...control}
              value={version}
              choices={versions.map((value) => ({ value, label: value }))}
              data-testid="upgrade-to"
              onChange={(value) => {
                setChosen(value)
                setWithout(NONE)
              }}
            />
          )}
        </Field>
        <Button look="solid" disabled={!isCurrent || upgrade.text === text} data-testid="upgrade-apply" onClick={apply}>
          {t('apply', { n: upgrade.changes.length })}
        </Button>
      </div>
      {issue ? (
        <p className="text-error">{t('unread')}</p>
      ) : changes.length === 0 ? (
        <p className="text-muted">{t('nothing', { client: title, version })}</p>
      ) : (
        <p role="status" className={errors > 0 ? 'text-warning' : 'text-muted'}>
          {t('after', { n: errors, client: title, version })}
        </p>
      )}
      <ul className="flex flex-col gap-2">
        {changes.map(({ change, change: { name, line, message, severity }, hunk }) => (
          <li key={keyOf(change)} className="rounded-md border border-line" data-testid="upgrade-change">
            <div className="flex items-start gap-2 px-3 py-2">
              <Checkbox
                checked={isMade(change)}
                aria-label={t('make', { name, line })}
                onChange={(isWanted) => toggle(change, isWanted)}
              />
              <span className="min-w-0 flex-1">
                <span className="wrap-anywhere">{message}</span>
                <span className="mt-1 flex flex-wrap items-center gap-2 text-xs text-muted">
                  <button type="button" className="min-h-(--target) underline" onClick={() => show({ line })}>
                    {t('line', { line })}
                  </button>
                  <code>{name}</code>
                  {severity !== 'note' && (
                    <Badge tone={STATE_LOOKS[severity].tone} icon={STATE_LOOKS[severity].icon}>
                      {t('look')}
                    </Badge>
                  )}
                </span>
              </span>
            </div>
            {hunk && <Lines hunk={hunk} />}
          </li>
        ))}
        {rest.map((hunk) => (
          <li key={`rest ${hunk.line}`} className="rounded-md border border-line">
            <p className="px-3 py-2 text-xs text-muted">{t('rest')}</p>
            <Lines hunk={hunk} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type Change = UpgradedConfig['changes'][number]

/** What the engine calls a single change. */
const keyOf = ({ name, path }: Pick<Change, 'name' | 'path'>) => `${name} ${path}`

const NONE: readonly string[] = []
const NOTHING: ReturnType<typeof reviewed<UpgradedConfig['changes'][number]>> = { changes: [], rest: [] }

/** All changes that there are, and those that come because others are left out, in the order of the text. */
function rowsOf(all: UpgradedConfig, made: UpgradedConfig): UpgradedConfig['changes'] {
  const known = new Set(all.changes.map(keyOf))
  const others = made.changes.filter((change) => !known.has(keyOf(change)))
  return [...all.changes, ...others].toSorted((a, b) => a.line - b.line)
}

/** What stands there now, and what comes in its place. */
function Lines({ hunk: { before, after } }: { hunk: UpgradeHunk }) {
  const t = useTranslations('configBench.upgrade')
  const indent = sharedIndent([...before, ...after])
  return (
    <div className="overflow-x-auto border-t border-line font-mono text-xs leading-5">
      <LineBlock label={t('before')} sign="−" lines={before} indent={indent} className="bg-error-soft" />
      <LineBlock label={t('afterwards')} sign="+" lines={after} indent={indent} className="bg-success-soft" />
    </div>
  )
}

interface BlockProps {
  label: string
  sign: string
  lines: readonly string[]
  /** Characters that all of them begin with and that are left out. */
  indent: number
  className: string
}

/** How far all lines are indented. */
function sharedIndent(lines: readonly string[]): number {
  const written = lines.filter((line) => line.trim() !== '')
  return Math.min(...written.map((line) => line.length - line.trimStart().length))
}

function LineBlock({ label, sign, lines, indent, className }: BlockProps) {
  const t = useTranslations('configBench.upgrade')
  if (lines.length === 0) return null
  return (
    <pre aria-label={label} className={`px-3 py-1 whitespace-pre-wrap wrap-anywhere ${className}`}>
      {lines.slice(0, LINES_SHOWN).map((line, at) => (
        <span key={at} className="block">
          {sign} {line.slice(indent)}
        </span>
      ))}
      {lines.length > LINES_SHOWN && (
        <span className="block text-muted">{t('moreLines', { n: lines.length - LINES_SHOWN })}</span>
      )}
    </pre>
  )
}
