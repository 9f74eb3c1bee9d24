import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from './dialog.tsx'

interface Props {
  isDirty: boolean
  /** Whether the page at a path goes on with what is typed. */
  isKeptAt?: (pathname: string) => boolean
}

/** While something typed is not saved, leaving the page asks first. */
export function LeaveGuard({ isDirty, isKeptAt }: Props) {
  const t = useTranslations('ui')
  const isLeaving = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation: { pathname } }) =>
      isDirty && currentLocation.pathname !== pathname && !isKeptAt?.(pathname),
  )
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      danger
      title={t('discardTitle')}
      confirm={t('discard')}
      onConfirm={() => {
        isLeaving.current = true
        blocker.proceed()
      }}
      // The dialog closes before it confirms.
      onClose={() => queueMicrotask(() => !isLeaving.current && blocker.reset())}
    />
  )
}
