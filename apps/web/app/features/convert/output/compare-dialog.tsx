import { Fragment, useEffect, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { FormattedNumber } from '../../../ui/formatted-number.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import {
  type CompareCell,
  outputSettings,
  versionOf,
  versionSettings,
  withOutput,
  withOutputSettings,
} from '@switchyard/recipe/model'
import { compareClients } from '../session/compare-clients.ts'
import { mostKept } from '../session/comparison.ts'
import { compareRows, type CompareRow } from './compare-rows.ts'
import type { Model } from '../session/model.ts'
import { useOutputNote } from './use-output-note.ts'
import { useModel, useSession } from '../session/use-convert.ts'

const KINDS = ['kept', 'leftOut', 'changed'] as const
type Kind = (typeof KINDS)[number]

/** What every client would keep, leave out and change; each number opens its reasons. */
export function CompareDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('convert.compareTable')
  const session = useSession()
  const [cells, setCells] = useState<readonly CompareCell[]>()
  useEffect(() => {
    let isWanted = true
    // A worker that is gone is told of behind the dialog, with the way to try again.
    void compareClients(session).then(
      (found) => isWanted && setCells(found),
      () => isWanted && onClose(),
    )
    return () => {
      isWanted = false
    }
    // oxlint-disable-next-line react/exhaustive-deps
  }, [session])
  const use = ({ output, version }: CompareCell) => {
    session.change((model) => {
      const next = withOutput(model, output)
      return version ? withOutputSettings(next, versionSettings(output, version)) : next
    })
    onClose()
  }

  return (
    <Dialog open title={t('title')} onClose={onClose} data-testid="compare">
      {!cells ? <ProgressBar label={t('running')} /> : <CompareTable cells={cells} onUse={use} />}
    </Dialog>
  )
}

function CompareTable({ cells, onUse }: { cells: readonly CompareCell[]; onUse: (cell: CompareCell) => void }) {
  const t = useTranslations('convert.compareTable')
  const tt = useTranslations('convert.target')
  const format = useFormatter()
  const model = useModel()
  const most = mostKept(cells)
  const [open, setOpen] = useState<{ row: number; kind: Kind }>()
  const versionsOf = ({ cell, cells }: CompareRow) => {
    if (cell.version === undefined) return ''
    return isForAll(cell) ? tt('compatibleShort') : cells.map(({ version }) => version).join(' / ')
  }
  const noteOf = useOutputNote()
  const nameOf = (line: CompareRow) => `${tt(line.cell.output)} ${versionsOf(line)}`.trim()
  return (
    <>
      <p className="mb-3 text-xs text-muted">
        {t(cells.some((cell) => KINDS.some((kind) => hasReasons(cell, kind))) ? 'hintReasons' : 'hint')}
        {cells.some(({ changed }) => changed > 0) && <span className="block">{t('hintChanged')}</span>}
      </p>
      <table className="compare-table">
        <caption className="sr-only">{t('title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('client')}</th>
            {KINDS.map((kind) => (
              <th key={kind} scope="col" className="numeric">
                {t(kind)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {compareRows(cells).map((line, row) => {
            const { cell } = line
            const name = nameOf(line)
            const used = line.cells.find((one) => isChosen(model, one))
            const isUsed = used !== undefined
            const opened = open?.row === row ? open.kind : undefined
            return (
              <Fragment key={name}>
                <tr
                  data-used={isUsed || undefined}
                  data-testid={`compare-${cell.output}${cell.version ? `-${cell.version}` : ''}`}
                >
                  <th scope="row">
                    <span className="flex items-center gap-2 max-sm:gap-1">
                      <Icon name="check" className={`size-4 ${isUsed ? 'text-link' : 'invisible'}`} />
                      <span className="min-w-0">
                        <button
                          type="button"
                          aria-label={t(isUsed ? 'usedNamed' : 'useNamed', { name })}
                          aria-current={isUsed || undefined}
                          className="choose"
                          onClick={() => onUse(used ?? cell)}
                        >
                          {/* Where versions differ each has a row, told apart by its name. */}
                          {isForAll(cell) ? tt(cell.output) : name}
                        </button>
                        <span className="block text-xs leading-4 font-normal text-muted">
                          {noteOf(cell.output, isForAll(cell) ? versionsOf(line) : undefined)}
                        </span>
                      </span>
                    </span>
                  </th>
                  {KINDS.map((kind) => (
                    <td key={kind} className={`numeric ${hasReasons(cell, kind) ? 'relative' : ''}`}>
                      {!hasReasons(cell, kind) ? (
                        <span className={`px-2 ${lookOf(cell, kind, most)}`}>
                          <FormattedNumber n={cell[kind]} />
                        </span>
                      ) : (
                        <button
                          type="button"
                          aria-expanded={opened === kind}
                          aria-controls={opened === kind ? `reasons-${row}` : undefined}
                          aria-label={`${name}, ${t(kind)}: ${format.number(cell[kind])}`}
                          className={`reason-number ${kind === 'leftOut' ? 'text-warning' : ''}`}
                          onClick={() => setOpen(opened === kind ? undefined : { row, kind })}
                        >
                          <FormattedNumber n={cell[kind]} />
                        </button>
                      )}
                    </td>
                  ))}
                </tr>
                {opened && (
                  <tr id={`reasons-${row}`}>
                    <td colSpan={KINDS.length + 1} className="reasons">
                      <Reasons cell={cell} kind={opened} />
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </>
  )
}

function Reasons({ cell, kind }: { cell: CompareCell; kind: Kind }) {
  const t = useTranslations('convert.compareTable')
  const reasons = cell.reasons.filter(({ kept }) => kept === (kind === 'changed'))
  if (reasons.length === 0) return <p className="text-muted">{t('byFilter')}</p>
  return (
    <ul className="flex list-disc flex-col gap-0.5 pl-4 marker:text-muted">
      {reasons.map(({ message, count }) => (
        <li key={message}>
          {message}{' '}
          <span className="text-muted tabular-nums">
            ×<FormattedNumber n={count} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The colour of a number without reasons. A client that keeps fewer nodes than another is amber. */
function lookOf(cell: CompareCell, kind: Kind, most: number): string {
  if (kind !== 'kept') return 'text-muted'
  return cell.kept < most ? 'font-medium text-warning' : 'font-medium'
}

/** What is kept needs none: what was changed about it is a number of its own. */
function hasReasons(cell: CompareCell, kind: Kind): boolean {
  return kind !== 'kept' && cell[kind] > 0
}

const isForAll = ({ version }: CompareCell): boolean => version === 'compatible'

function isChosen(model: Model, { output, version }: CompareCell): boolean {
  return model.output === output && (version === undefined || versionOf(output, outputSettings(model)) === version)
}
