import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Table } from '../../ui/table.tsx'
import type { CompareCell } from '../../workers/conversion-types.ts'
import { withTarget, withTargetOptions } from './model.ts'
import { useSession } from './use-convert.ts'

const REASONS_SHOWN = 6

/** What every client would keep, leave out and change, with the reasons. */
export function CompareDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('convert.compareTable')
  const tt = useTranslations('convert.target')
  const session = useSession()
  const [cells, setCells] = useState<CompareCell[]>()
  useEffect(() => {
    let isWanted = true
    void session.compare().then((found) => isWanted && setCells(found), onClose)
    return () => {
      isWanted = false
    }
    // oxlint-disable-next-line react/exhaustive-deps
  }, [session])

  return (
    <Dialog open size="large" title={t('title')} onClose={onClose} data-testid="compare">
      {!cells ? (
        <ProgressBar label={t('running')} />
      ) : (
        <Table
          caption={t('title')}
          columns={[
            { id: 'client', label: t('client') },
            { id: 'kept', label: t('kept'), numeric: true },
            { id: 'out', label: t('leftOut'), numeric: true },
            { id: 'changed', label: t('changed'), numeric: true },
            { id: 'reasons', label: t('reasons') },
            { id: 'use', label: '' },
          ]}
        >
          {cells.map(({ target, singboxVersion, kept, leftOut, changed, reasons }) => (
            <tr key={`${target}${singboxVersion ?? ''}`}>
              <td className="font-medium whitespace-nowrap">
                {tt(target)}
                {singboxVersion && (
                  <span className="block text-xs font-normal text-muted">
                    {singboxVersion === 'compatible' ? tt('compatible') : singboxVersion}
                  </span>
                )}
              </td>
              <td className="numeric">{kept}</td>
              <td className={`numeric ${leftOut > 0 ? 'font-medium text-warning' : ''}`}>{leftOut}</td>
              <td className="numeric">{changed}</td>
              <td className="min-w-56 text-xs">
                {reasons.length === 0 ? (
                  <span className="text-muted">{t('none')}</span>
                ) : (
                  <ul>
                    {reasons.slice(0, REASONS_SHOWN).map(({ message, count, kept }) => (
                      <li key={message} className={kept ? 'text-muted' : ''}>
                        {message} <span className="tabular-nums">×{count}</span>
                      </li>
                    ))}
                    {reasons.length > REASONS_SHOWN && <li>…</li>}
                  </ul>
                )}
              </td>
              <td>
                <Button
                  size="small"
                  onClick={() => {
                    session.change((model) => {
                      const next = withTarget(model, target)
                      return singboxVersion ? withTargetOptions(next, { singboxVersion }) : next
                    })
                    onClose()
                  }}
                >
                  {t('use')}
                </Button>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Dialog>
  )
}
