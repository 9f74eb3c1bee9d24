import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { Locale } from '../../../lib/locale.ts'
import { entryState, isOverPage } from '../../../lib/use-back-closes.ts'
import { showToast } from '../../../lib/toasts.ts'
import { keepSettings, keptQuery, settingsTakenOver, withLastSettings } from './last-settings.ts'
import { isSettingsFragment, settingsQuery, withMappingSet, withQuery } from '@switchyard/recipe/model'
import type { Model } from './model.ts'
import type { ConvertSession } from './session.ts'
import { undoToast } from '../../../components/node-list/undo-toast.ts'
import { useStatePart } from './use-convert.ts'

const SETTLE_MS = 200

/** Keeps the settings in the address and on the device, and follows an address that someone else changed. */
export function useSettingsInAddress(session: ConvertSession, locale: Locale): void {
  const isReady = useStatePart(({ isReady }) => isReady)
  const t = useTranslations('convert')
  const format = useFormatter()
  const location = useLocation()
  const navigate = useNavigate()
  const written = useRef<string>(undefined)
  const search = useEffectEvent(() => location.search)
  const hash = useEffectEvent(() => location.hash)
  const loaded = useRef<Model>(undefined)

  const isTaking = useRef(false)

  const takeFragment = useEffectEvent(async () => {
    if (isTaking.current) return
    isTaking.current = true
    try {
      const { readSettings, withShared } = await import('@switchyard/recipe/settings-link')
      // Another link may have come in the meantime.
      const read = readSettings(hash())
      if (typeof read === 'string') showToast({ kind: 'error', text: t(`link.${read}`) })
      else {
        session.change((model) => withShared(model, read.settings))
        loaded.current = session.model
        const names = format.list(read.dropped.map((kind) => t(`link.${kind}`)))
        if (names) showToast({ kind: 'error', text: t('link.dropped', { names }) })
        else undoToast(session, t('undo'), t('link.applied'))
      }
    } catch {
      showToast({ kind: 'error', text: t('link.notLoaded') })
    }
    isTaking.current = false
    // What was read goes from the address: a reload would bring it once more.
    const query = settingsQuery(session.model, '').toString()
    written.current = query && `?${query}`
    void navigate(
      { search: written.current, hash: '' },
      { replace: true, preventScrollReset: true, state: entryState() },
    )
  })

  /** Takes over a kept mapping that the address names. What is published or saved later has its rows, not its name. */
  const takeMapping = useEffectEvent(async (id: string) => {
    const { mappingSets } = await import('../../../components/mapping-sets/mapping-sets.ts')
    await mappingSets.start()
    const found = mappingSets.find(id)
    // Each is taken once, though the effect may run twice.
    const query = new URLSearchParams(search())
    if (query.get('map') !== id) return
    query.delete('map')
    written.current = query.size === 0 ? '' : `?${query}`
    void navigate({ search: written.current }, { replace: true, preventScrollReset: true, state: entryState() })
    if (found) {
      session.change((model) => withMappingSet(model, found.value))
      undoToast(session, t('undo'), t('link.mappingUsed', { name: found.name }))
    } else showToast({ kind: 'error', text: t('link.noMapping') })
  })

  /** The query that the address has with the settings of this model. */
  const searchOf = (model: Model) => {
    const query = settingsQuery(model, search()).toString()
    return query && `?${query}`
  }

  const write = useEffectEvent(() => {
    const next = searchOf(session.model)
    if (next === search() || isTaking.current) return
    written.current = next
    void navigate({ search: next }, { replace: true, preventScrollReset: true, state: entryState() })
  })

  const settle = useEffectEvent((model: Model, isFresh: boolean) => {
    const given = isSettingsFragment(hash()) ? '' : search()
    const next = isFresh ? withLastSettings(model, given) : model
    if (next !== model) settingsTakenOver.set(keptQuery(next))
    return searchOf(next) === search() ? next : withQuery(next, given)
  })

  const reportReplaced = useEffectEvent(() => undoToast(session, t('undo'), t('input.replaced')))

  useEffect(() => {
    const started = session.start(locale, (model, isFresh) => settle(model, isFresh))
    void started.then((isReplaced) => isReplaced && reportReplaced())
  }, [session, locale])

  useEffect(() => {
    if (!isReady) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = (settle: () => void) => {
      clearTimeout(timer)
      timer = setTimeout(settle, SETTLE_MS)
    }
    later(write)
    const stop = session.history.subscribe(() =>
      later(() => {
        // What an address brought is used when something is done with it.
        if (session.model !== loaded.current) keepSettings(session.model)
        write()
      }),
    )
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [session, isReady, navigate])

  const wasOverPage = useRef(false)
  const isOver = isOverPage(location)

  useEffect(() => {
    if (!isReady) return
    // What was set in a sheet stays when Back closes it. The entry below still has the address of before.
    const isBelow = wasOverPage.current && !isOver
    wasOverPage.current = isOver
    if (isBelow) return write()
    if (isSettingsFragment(location.hash)) return void takeFragment()
    const mapping = new URLSearchParams(location.search).get('map')
    if (mapping !== null) return void takeMapping(mapping)
    if (written.current === undefined || location.search === written.current) return
    written.current = location.search
    session.change((model) => withQuery(model, location.search))
  }, [location.search, location.hash, isOver, isReady, session])
}
