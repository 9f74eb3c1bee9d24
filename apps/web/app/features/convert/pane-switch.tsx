import { useTranslations } from 'use-intl'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { View } from './use-places.ts'

interface Props {
  /** Text and list have a pane each: the text is folded away and back. */
  isFolding: boolean
  isTextShown: boolean
  onFold: (isFolded: boolean) => void
  /** What the one pane shows otherwise. */
  view: View
  onView: (view: View) => void
}

/** What shows the text beside the list, or in its place. */
export function PaneSwitch({ isFolding, isTextShown, onFold, view, onView }: Props) {
  const t = useTranslations('convert.panes')
  if (isFolding)
    return (
      <IconButton
        icon={isTextShown ? 'panel-left-close' : 'panel-left-open'}
        size="small"
        label={t(isTextShown ? 'fold' : 'unfold')}
        data-testid="text-fold"
        onClick={() => onFold(isTextShown)}
      />
    )
  return (
    <Tabs
      name="pane"
      label={t('label')}
      value={view}
      onChange={onView}
      tabs={[
        { id: 'entries', label: t('nodes'), testId: 'pane-nodes' },
        { id: 'text', label: t('input'), testId: 'pane-input' },
      ]}
      className="tabs-inline"
    />
  )
}
