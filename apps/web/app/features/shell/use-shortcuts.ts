import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import type { Locale } from '../../lib/locale.ts'
import { pageActions } from '../../lib/page-actions.ts'
import { followShortcuts, isPlain } from '../../lib/shortcuts.ts'
import { uiSettings } from '../../components/kept-settings/ui-settings.ts'
import { isModalOpen } from '../../ui/modal-stack.ts'
import { addressOf, GO_PLACES } from './places.ts'
import { toggleSidebar } from './sidebar.tsx'

interface Handlers {
  onPalette: () => void
  onHelp: () => void
  /** Ctrl is down: the palette may be next. */
  onMayPalette: () => void
}

/** The keys of the shell and of the page that is shown. Under a dialog only the palette's key still works. */
export function useShortcuts(locale: Locale, { onPalette, onHelp, onMayPalette }: Handlers): void {
  const navigate = useNavigate()
  const known = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Control' || event.key === 'Meta') onMayPalette()
    const palette = { keys: 'mod+k', run: onPalette }
    if (isModalOpen()) return [palette]
    const all = [
      palette,
      { keys: '?', run: onHelp },
      { keys: '[', run: toggleSidebar },
      ...GO_PLACES.map(({ keys, page }) => ({ keys, run: () => void navigate(addressOf(locale, page)) })),
      ...pageActions.get().flatMap(({ keys, disabled, run }) => (keys && !disabled ? [{ keys, run }] : [])),
    ]
    return (uiSettings.get().shortcuts ?? true) ? all : all.filter(({ keys }) => !isPlain(keys))
  })
  useEffect(() => followShortcuts((event) => known(event)), [])
}
