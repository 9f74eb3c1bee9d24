import { useTranslations } from 'use-intl'
import type { Locale } from '../../lib/locale.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { KeyList } from './key-list.tsx'

interface Props {
  locale: Locale
  onClose: () => void
}

/** Every shortcut there is on this page, and where those of a single key are switched off. */
export function HelpDialog({ locale, onClose }: Props) {
  const t = useTranslations('shell')
  return (
    <Dialog open size="large" onClose={onClose} title={t('keys')} data-testid="help">
      <KeyList locale={locale} onLeave={onClose} />
    </Dialog>
  )
}
