import { isClientId } from '@switchyard/convert/facts'
import { useTranslations } from 'use-intl'
import { PHONE, useMedia } from '../../../lib/use-media.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { OUTPUTS, withOutput } from '@switchyard/recipe/model'
import { useOtherClient } from '../nodes/use-other-client.ts'
import { countedOutOf } from '../session/comparison.ts'
import { useModelPart, useSession } from '../session/use-convert.ts'
import { useKeptCounts, useKeptOfResult } from './use-kept-counts.ts'
import { useOutputNote, usePrograms } from './use-output-note.ts'

/** A menu of clients beside Copy. It is shown where the bar of clients is not on the screen. */
export function ClientMenu() {
  const t = useTranslations('convert')
  const session = useSession()
  const target = useModelPart(({ output }) => output)
  const { counts } = useKeptCounts()
  const noteOf = useOutputNote()
  const items = OUTPUTS.map((id) => {
    const count = counts.get(id)
    return {
      id,
      label: [t(`target.${id}`), isClientId(id) && noteOf(id)].filter(Boolean).join(' · '),
      chosen: id === target,
      note: count && t('target.availableShort', { n: count.kept, total: count.kept + count.leftOut }),
      onSelect: () => session.change((model) => withOutput(model, id)),
    }
  })
  return (
    <Menu
      label={t('output.target')}
      items={items}
      trigger={
        <button
          type="button"
          data-testid="client-menu"
          className="h-11 min-w-0 flex-1 rounded-md px-2 text-left hover:bg-hover"
        >
          <span className="flex items-center gap-1 font-medium">
            <span className="sr-only">{t('output.target')}</span>
            <span className="truncate">{t(`target.short.${target}`)}</span>
            <Icon name="chevron-down" className="size-4 shrink-0 text-muted" />
          </span>
          <Written className="block truncate text-xs" />
        </button>
      }
    />
  )
}

/** The number of nodes in the result, and a program that it is for. */
function Written({ className }: { className: string }) {
  const t = useTranslations('convert')
  const other = useOtherClient()
  const program = useProgramWords()
  return (
    <span className={`tabular-nums ${other ? 'text-warning' : 'text-muted'} ${className}`} data-testid="result-count">
      <WrittenCount />
      {program !== '' && <span className="text-muted">{` · ${program}`}</span>}
      {other && <span className="sr-only">{` · ${t('problems.otherClient', other)}`}</span>}
    </span>
  )
}

/** Names a program that the result is for. It is empty where the name of the client says enough. */
export function useProgramWords(): string {
  const t = useTranslations('convert.sheet')
  const target = useModelPart(({ output }) => output)
  const isPhone = useMedia(PHONE)
  const programs = usePrograms()
  return isClientId(target) ? t(isPhone ? 'appOnPhone' : 'app', { target, app: programs(target)[0] ?? '' }) : ''
}

/** `19`, or `9/19` if the client keeps fewer than another one. */
export function WrittenCount() {
  const t = useTranslations('convert.sheet')
  const count = useKeptOfResult()
  const { most } = useKeptCounts()
  if (!count) return t('reading')
  const { kept } = count
  const total = countedOutOf(count, most)
  return t(kept < total ? 'written' : 'writtenAll', { kept, total })
}
