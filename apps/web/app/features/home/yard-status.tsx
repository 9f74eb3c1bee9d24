import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { tooltip } from '../../ui/tooltip.tsx'
import { needsFile } from '../../components/taken/next-step.ts'
import { YARD_CLIENTS } from './yard-clients.ts'
import { AT_ONCE_MAX_NODES } from '@switchyard/convert/limits'
import type { YardState } from './yard-state.ts'
import type { Take } from './use-take.ts'

interface Props {
  state: YardState
  take: Take
  /** The way on to the converter. */
  fineTune: ReactNode
}

/** What just happened and what can be done next, in one place under the cards. */
export function YardStatus({ state, take, fineTune }: Props) {
  const says = useSays(state, take)
  return (
    // In a wide window the height is fixed. Longer words overflow into free space, so nothing else moves.
    <div className="mt-3 flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 text-sm sm:flex-nowrap lg:h-12 lg:items-start lg:pt-1">
      <div
        className={`flex min-h-(--control) min-w-0 flex-1 basis-72 gap-2 ${says.icon ? 'items-start' : 'items-center'}`}
        role="status"
        data-testid="yard-status"
      >
        {says.icon && (
          <Icon name={says.icon} className={`mt-1 size-4 ${says.icon === 'check' ? 'text-success' : 'text-warning'}`} />
        )}
        <p className={`min-w-0 text-pretty break-keep ${says.icon ? '' : 'text-muted'}`}>
          {says.text}
          {says.next && <span className="block"> {says.next}</span>}
        </p>
      </div>
      {state.status !== 'sample' && (
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
          {says.action}
          {fineTune}
        </div>
      )}
    </div>
  )
}

/** On a phone the buttons below the cards have one width. */
const WIDE = 'max-sm:w-full max-sm:justify-center'

/** Whether some programs on this device read only files, and others read the clipboard. */
const areMixed = (): boolean => YARD_CLIENTS.some(({ id }) => needsFile(id))

interface Says {
  icon?: IconName
  text: string
  /** What to do next with what was taken. */
  next?: string
  action?: ReactNode
}

function useSays(state: YardState, { taken, wordsFor, failed, onCopy, onDownload, onLists }: Take): Says {
  const t = useTranslations('home.yard')
  const format = useFormatter()
  const tTaken = useTranslations('taken')
  const tFetching = useTranslations('fetching')
  const { status, glance, progress, written } = state
  if (status === 'sample') return { text: t('sampleText') }
  if (status === 'reading')
    return { text: progress === undefined ? t('reading') : t('readingCount', { count: progress }) }
  const addresses = glance?.addresses.length ?? 0
  if (status === 'nothing') return { text: addresses > 0 ? tFetching('nothingYet', { n: addresses }) : t('nothing') }
  if (status !== 'ready') return { text: t('stillThere') }
  if (failed) return { icon: 'alert-triangle', text: t(failed.file === undefined ? 'copyFailed' : 'downloadFailed') }
  const client = YARD_CLIENTS.find(({ id }) => id === taken?.client)
  const result = client && written[client.id]
  if (!client || !result) {
    const isLong = (glance?.counts.nodes ?? 0) > AT_ONCE_MAX_NODES
    return { text: glance?.isCut ? t('cut') : isLong ? t('long') : t(areMixed() ? 'readyFiles' : 'ready') }
  }
  if (result.error) return { icon: 'alert-triangle', text: result.error }
  const { kept, notices, missingLists: count } = result
  const file = taken?.file
  const about = { output: client.id, client: client.name, entries: kept + notices, notices, file }
  const plain = { done: t(file === undefined ? 'copiedShort' : 'savedShort'), next: '', isFile: false }
  const { done, next, isFile } = wordsFor?.(tTaken, about) ?? plain
  const action = isFile ? (
    <Button look="solid" icon="download" className={WIDE} onClick={() => onDownload(client.id)}>
      {t('download')}
    </Button>
  ) : file === undefined ? (
    // In a wide window the words beside it need the room.
    <Button
      icon="download"
      className={`${WIDE} sm:w-(--control) sm:px-0`}
      onClick={() => onDownload(client.id)}
      {...tooltip(t('downloadInstead', { name: client.name }))}
    >
      <span className="sm:sr-only">{t('downloadInstead', { name: client.name })}</span>
    </Button>
  ) : (
    <Button icon="copy" className={WIDE} onClick={() => onCopy(client.id)}>
      {t('copyInstead', { name: client.name })}
    </Button>
  )
  if (count === 0) return { icon: 'check', text: done, next, action }
  if (result.hosts.length === 0) return { icon: 'check', text: `${done} ${t('missing', { count })}`, next, action }
  const hosts = format.list(result.hosts)
  return {
    icon: 'check',
    text: `${done} ${t('missingAsk', { count, hosts })}`,
    next,
    action: (
      <Button icon="download" className={WIDE} data-testid="yard-lists" onClick={() => onLists(result.hosts)}>
        {t(file === undefined ? 'bringLists' : 'bringListsInFile')}
      </Button>
    ),
  }
}
