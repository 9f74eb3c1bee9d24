import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { handOver } from '../handover/handover.ts'
import { useList } from './use-list.ts'

/** Takes the lists to another screen: all of them with every edit, or some nodes alone. */
export function useSending(path: '/convert' | '/live-nodes') {
  const session = useList()
  const locale = useRouteLocale()
  const navigate = useNavigate()
  return useCallback(
    (keys: readonly string[] | undefined) => {
      const { sources, edits } = session.model
      const rows = session.desk.rows.get()
      const wanted = new Set(keys ?? rows.map(({ key }) => key))
      const left = rows.filter(({ key }) => !wanted.has(key)).map(({ key }) => key)
      handOver({ text: '', files: [], list: { sources, edits: { ...edits, deleted: [...edits.deleted, ...left] } } })
      void navigate(localizedPath(locale, path))
    },
    [session, locale, navigate, path],
  )
}
