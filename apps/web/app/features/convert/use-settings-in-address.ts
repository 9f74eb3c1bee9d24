import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Locale } from '../../lib/locale.ts'
import { keepSettings, withLastSettings } from './last-settings.ts'
import { settingsQuery, withQuery } from './settings-link.ts'
import type { ConvertSession } from './session.ts'
import { useStatePart } from './use-convert.ts'

const SETTLE_MS = 200

/** Keeps the settings in the address and on the device, and follows an address that someone else changed. */
export function useSettingsInAddress(session: ConvertSession, locale: Locale): void {
  const isReady = useStatePart(({ isReady }) => isReady)
  const location = useLocation()
  const navigate = useNavigate()
  const written = useRef<string>(undefined)
  const search = useEffectEvent(() => location.search)

  useEffect(() => {
    void session.start(locale, (model, isFresh) =>
      withQuery(isFresh ? withLastSettings(model, search()) : model, search()),
    )
  }, [session, locale])

  useEffect(() => {
    if (!isReady) return
    const write = () => {
      const query = settingsQuery(session.model, search()).toString()
      const next = query && `?${query}`
      if (next === search()) return
      written.current = next
      void navigate({ search: next }, { replace: true, preventScrollReset: true })
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = (settle: () => void) => {
      clearTimeout(timer)
      timer = setTimeout(settle, SETTLE_MS)
    }
    later(write)
    const stop = session.history.subscribe(() =>
      later(() => {
        // What an address brought is used when something is done with it.
        keepSettings(session.model)
        write()
      }),
    )
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [session, isReady, navigate])

  useEffect(() => {
    if (!isReady || written.current === undefined || location.search === written.current) return
    written.current = location.search
    session.change((model) => withQuery(model, location.search))
  }, [location.search, isReady, session])
}
