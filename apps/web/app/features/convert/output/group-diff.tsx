import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Outline } from '@switchyard/recipe/model'
import { useMedia } from '../../../lib/use-media.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useSession } from '../session/use-convert.ts'
import { groupChanges, type GroupChange } from './group-changes.ts'

const MEMBERS_SHOWN = 50

interface Props {
  before: string
  text: string
  /** Of the text, where it is known. */
  outline: Outline | undefined
}

/** What changed about the groups, said by member: in the text a long line of names is one change. */
export function GroupDiff({ before, text, outline }: Props) {
  const t = useTranslations('convert.diff')
  const session = useSession()
  // In a low window the text has the room, until the groups are asked for.
  const hasRoom = useMedia('(height >= 480px)')
  const [changes, setChanges] = useState<readonly GroupChange[]>([])
  useEffect(() => {
    let isWanted = true
    const read = async () => {
      const [old, now] = await Promise.all([session.outlineOf(before), outline ?? session.outlineOf(text)])
      if (isWanted) setChanges(old && now ? groupChanges(old, now) : [])
    }
    // Without a worker there is the text to compare.
    void read().catch(() => isWanted && setChanges([]))
    return () => {
      isWanted = false
    }
  }, [session, before, text, outline])
  if (changes.length === 0) return null
  return (
    <details open={hasRoom} className="group border-b border-line text-sm" data-testid="group-diff">
      <summary className="flex min-h-(--target) cursor-pointer items-center gap-2 px-3 py-1 font-medium">
        <Icon name="chevron-right" className="size-3.5 text-muted transition-transform group-open:rotate-90" />
        {t('groups', { n: changes.length })}
      </summary>
      <ul
        className="relative max-h-40 divide-y divide-line overflow-y-auto border-t border-line"
        tabIndex={0}
        aria-label={t('groups', { n: changes.length })}
      >
        {changes.map((change) => (
          <li key={change.name} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-3 py-1">
            <span className="font-medium">{change.name}</span>
            {change.state !== 'changed' && <span className="text-muted">{t(`group.${change.state}`)}</span>}
            {change.typeBefore !== undefined && (
              <span className="font-mono text-xs text-muted">
                {change.typeBefore} → {change.type}
              </span>
            )}
            {change.isReordered && <span className="text-muted">{t('group.reordered')}</span>}
            <Members sign="+" names={change.added} words={t('group.plus')} className="text-success" />
            <Members sign="−" names={change.removed} words={t('group.minus')} className="text-error" />
          </li>
        ))}
      </ul>
    </details>
  )
}

interface MembersProps {
  sign: string
  names: readonly string[]
  /** The sign for a screen reader. */
  words: string
  className: string
}

function Members({ sign, names, words, className }: MembersProps) {
  const t = useTranslations('convert.diff')
  return (
    <>
      {names.slice(0, MEMBERS_SHOWN).map((name) => (
        <span key={name} className={`break-all ${className}`}>
          <span aria-hidden="true">{sign} </span>
          <span className="sr-only">{words} </span>
          {name}
        </span>
      ))}
      {names.length > MEMBERS_SHOWN && (
        <span className={className}>{t('group.more', { n: names.length - MEMBERS_SHOWN })}</span>
      )}
    </>
  )
}
