import { useEffect, useState } from 'react'
import { useFormatter, useNow, useTranslations } from 'use-intl'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icons.ts'
import { type SubscriptionInfo, providerPathOf, type RecipeSource, unreadIn } from '@switchyard/recipe/model'
import { useAgo } from '../../../lib/use-ago.ts'
import { fileSize } from '../../../lib/file-size.ts'
import type { SourceState } from '../../../components/engine/desk-state.ts'
import { useModel, useSession } from '../session/use-convert.ts'
import { DAY_MS, MINUTE_MS } from '@switchyard/sources/spans'

// What there is to say about a source: how reading it went, what its provider tells, how old it is.

/** How reading it went; nothing before it was read. */
export function SourceStatus({ source, state }: { source: RecipeSource; state: SourceState | undefined }) {
  const t = useTranslations('convert.source')
  const status = statusOf(source, state)
  return status ? (
    <Badge tone={status.tone} icon={status.icon}>
      {t(status.word)}
    </Badge>
  ) : null
}

type Status = {
  word: 'loading' | 'ok' | 'partial' | 'toFetch' | 'nothing' | 'failed' | 'referenced' | 'off'
  tone: Tone
  icon: IconName
}

function statusOf(
  { enabled, asProvider, kind, text }: RecipeSource,
  state: SourceState | undefined,
): Status | undefined {
  if (!enabled) return { word: 'off', tone: 'neutral', icon: 'eye-off' }
  if (asProvider) return { word: 'referenced', tone: 'info', icon: 'hard-drive-download' }
  if (state?.status === 'loading') return { word: 'loading', tone: 'neutral', icon: 'refresh-cw' }
  if (state?.status === 'failed') return { word: 'failed', tone: 'error', icon: 'circle-alert' }
  if (!state || (kind === 'url' && text === '')) return undefined
  if (state.info?.nodes === 0 && unreadIn(state.info) === 0 && state.info.addresses.length > 0)
    return { word: 'toFetch', tone: 'neutral', icon: 'network' }
  if (state.info?.nodes === 0) return { word: 'nothing', tone: 'error', icon: 'circle-alert' }
  return state.status === 'partial'
    ? { word: 'partial', tone: 'warning', icon: 'alert-triangle' }
    : { word: 'ok', tone: 'success', icon: 'check' }
}

/** What is used of a subscription, and when it ends. */
export function Traffic({
  subscription: { upload = 0, download = 0, total, expire },
}: {
  subscription: SubscriptionInfo
}) {
  const t = useTranslations('convert.source')
  const format = useFormatter()
  const used = upload + download
  const facts: string[] = []
  if (total !== undefined) facts.push(t('traffic', { used: fileSize(used, format), total: fileSize(total, format) }))
  else if (used > 0) facts.push(t('used', { used: fileSize(used, format) }))
  if (expire !== undefined) facts.push(t('expires', { date: format.dateTime(expire * 1000, { dateStyle: 'medium' }) }))
  return <p className="text-xs text-muted tabular-nums empty:hidden">{facts.join(' · ')}</p>
}

/** When a source was read last: how long ago for a day, then the date. */
export function Age({ at, isOld }: { at: number; isOld: boolean }) {
  const t = useTranslations('convert.source')
  const format = useFormatter()
  const now = useNow({ updateInterval: MINUTE_MS })
  const ago = useAgo(now.getTime())
  const exact = format.dateTime(at, { dateStyle: 'medium', timeStyle: 'long' })
  const time = now.getTime() - at < DAY_MS ? ago(at) : format.dateTime(at, { dateStyle: 'medium' })
  return (
    <p className={`text-xs ${isOld ? 'text-warning' : 'text-muted'}`}>
      <time dateTime={new Date(at).toISOString()} title={exact}>
        {t('age', { time })}
      </time>
    </p>
  )
}

/** Why a referenced address may not stand in a config: the client would be sent to a place it must not go. */
export function ReferenceIssue({ id }: { id: string }) {
  const session = useSession()
  const path = providerPathOf(useModel(), id)
  const [issue, setIssue] = useState<string>()
  useEffect(() => {
    let isWanted = true
    void session.desk
      .askOfNodes((api, request) => api.settings.checkOptions(request, []))
      .then(
        ({ errors }) => isWanted && setIssue(errors[`${path}.url`]),
        () => undefined,
      )
    return () => {
      isWanted = false
    }
  }, [session, path])
  return (
    <p role="alert" className="flex items-start gap-2 text-xs text-error empty:hidden">
      {issue && (
        <>
          <Icon name="circle-alert" className="mt-0.5 size-3.5" />
          <span className="min-w-0 break-words">{issue}</span>
        </>
      )}
    </p>
  )
}
