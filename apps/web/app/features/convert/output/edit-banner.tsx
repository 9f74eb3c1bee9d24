import { useTranslations } from 'use-intl'
import type { Conflict } from '../../../components/diff/merge-texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Shown } from './use-shown.ts'
import { undoToast } from '../../../components/node-list/undo-toast.ts'
import { useSession } from '../session/use-convert.ts'

const CONFLICTS_SHOWN = 20
const LINES_SHOWN = 6

/** What a person changed: whether it stays, what is wrong with it, and where it meets a new result. */
export function EditBanner({ shown, onLine }: { shown: Shown; onLine: (line: number) => void }) {
  const t = useTranslations('convert.output.edited')
  const tc = useTranslations('convert')
  const session = useSession()
  const { edit, generated, isWaiting, issue, lost } = shown
  if (!edit) return null
  const isTooLong = isWaiting && generated === undefined
  const words = isTooLong ? 'tooLong' : isWaiting ? 'waiting' : edit.isKept ? 'kept' : 'now'
  const line = issue?.line ?? lost?.line
  const discard = () => {
    session.edited.discard()
    undoToast(session, tc('undo'), t('discarded'))
  }
  return (
    <div className="border-b border-line text-sm" data-testid="edit-banner">
      <div
        className={`flex flex-wrap items-center gap-2 px-3 py-1.5 ${isWaiting ? 'bg-warning-soft' : 'bg-info-soft'}`}
      >
        <Icon
          name={isWaiting ? 'alert-triangle' : 'pencil'}
          className={`size-4 ${isWaiting ? 'text-warning' : 'text-info'}`}
        />
        <span role="status" className="min-w-32 flex-1">
          {t(words)}
        </span>
        <span className="flex gap-2">
          {!edit.isKept && !isTooLong && (
            <Button size="small" data-testid="edit-keep" onClick={() => void session.edited.keep()}>
              {t('keep')}
            </Button>
          )}
          <Button size="small" data-testid="edit-discard" onClick={discard}>
            {t('discard')}
          </Button>
        </span>
      </div>
      {(issue || lost) && (
        <div role="status" className="flex flex-wrap items-center gap-2 bg-error-soft px-3 py-1.5">
          <Icon name="circle-alert" className="size-4 text-error" />
          <span className="min-w-40 flex-1 text-error" data-testid="edit-problem">
            {issue
              ? t('problem', { line: issue.line, message: issue.message })
              : lost?.line === undefined
                ? t('lost', { name: lost?.key ?? '' })
                : t('lostBelow', { name: lost.key, line: lost.line })}
          </span>
          {line !== undefined && (
            <Button size="small" onClick={() => onLine(line)}>
              {t('show')}
            </Button>
          )}
        </div>
      )}
      {edit.conflicts.length > 0 && (
        <details open className="group bg-warning-soft px-3 py-1.5" data-testid="edit-conflicts">
          <summary className="flex min-h-(--target) cursor-pointer items-center gap-2">
            <Icon name="chevron-right" className="size-3.5 transition-transform group-open:rotate-90" />
            {t('conflicts', { n: edit.conflicts.length })}
          </summary>
          <ul className="mt-1 max-h-60 space-y-2 overflow-y-auto pb-1">
            {edit.conflicts.slice(0, CONFLICTS_SHOWN).map((conflict) => (
              <ConflictItem key={conflict.line} conflict={conflict} onLine={onLine} />
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function ConflictItem({ conflict, onLine }: { conflict: Conflict; onLine: (line: number) => void }) {
  const t = useTranslations('convert.output.edited')
  const session = useSession()
  const { line, mine, theirs } = conflict
  return (
    <li className="rounded-md border border-line-strong bg-card p-2">
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          className="min-h-(--target) flex-1 text-left font-medium underline decoration-line-strong underline-offset-4"
          onClick={() => onLine(line)}
        >
          {t('line', { line })}
        </button>
        <Button size="small" onClick={() => session.edited.settle(conflict, 'mine')}>
          {t('useMine')}
        </Button>
        <Button size="small" onClick={() => session.edited.settle(conflict, 'theirs')}>
          {t('useTheirs')}
        </Button>
      </div>
      <dl className="mt-1 grid gap-1 text-xs">
        <Side name={t('mine')} lines={mine} />
        <Side name={t('theirs')} lines={theirs} />
      </dl>
    </li>
  )
}

function Side({ name, lines }: { name: string; lines: readonly string[] }) {
  const t = useTranslations('convert.output.edited')
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd className="font-mono break-all whitespace-pre-wrap">
        {lines.length === 0 ? t('none') : lines.slice(0, LINES_SHOWN).join('\n')}
        {lines.length > LINES_SHOWN && (
          <span className="block font-sans text-muted">{t('more', { n: lines.length - LINES_SHOWN })}</span>
        )}
      </dd>
    </div>
  )
}
