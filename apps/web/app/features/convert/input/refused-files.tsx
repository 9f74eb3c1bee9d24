import { useTranslations } from 'use-intl'
import { useStore } from '../../../lib/store.ts'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { refusedFiles } from '../../../components/node-list/add-files.ts'

const NOTHING_REFUSED: readonly string[] = []

/** Why files are not among the sources, until it is put away or other files are chosen. */
export function RefusedFiles() {
  const t = useTranslations('convert.input')
  const refused = useStore(refusedFiles, NOTHING_REFUSED)
  if (refused.length === 0) return null
  return (
    <div className="flex items-start gap-2 border-t border-line px-3 py-1.5 text-sm" data-testid="refused-files">
      <Icon name="circle-alert" className="mt-1 size-4 text-error" />
      <ul className="max-h-24 min-w-0 flex-1 overflow-y-auto break-words">
        {refused.map((text, index) => (
          <li key={index}>{text}</li>
        ))}
      </ul>
      <IconButton icon="x" size="small" label={t('refusedClose')} onClick={() => refusedFiles.set([])} />
    </div>
  )
}
