import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useStatePart } from './session/use-convert.ts'
import type { PaneSide, PaneView } from './use-places.ts'

interface Props {
  /** Text and list have a pane each: the text is folded away and back. */
  isFolding: boolean
  isTextShown: boolean
  onFold: (isFolded: boolean) => void
  /** What the one pane shows otherwise. */
  view: PaneView
  onView: (view: PaneView) => void
}

/** What shows the text beside the list, or in its place. */
export function PaneSwitch({ isFolding, isTextShown, onFold, view, onView }: Props) {
  const t = useTranslations('convert.panes')
  const fold = { 'data-testid': 'text-fold', onClick: () => onFold(isTextShown) }
  if (isFolding)
    return isTextShown ? (
      <IconButton icon="panel-left-close" size="small" label={t('fold')} {...fold} />
    ) : (
      <Button icon="panel-left-open" aria-label={t('unfold')} {...fold}>
        {t('input')}
      </Button>
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

/** The way to the text where it is a sheet over the list. */
export function TextButton({ onText }: { onText: () => void }) {
  const t = useTranslations('convert.panes')
  return (
    <IconButton
      icon="file-text"
      look="outline"
      label={t('sourceText')}
      aria-haspopup="dialog"
      data-testid="text-open"
      onClick={onText}
    />
  )
}

/** What was given and what came of it, where only one of the two has room. */
export function SideTabs({ side, onSide }: { side: PaneSide; onSide: (side: PaneSide) => void }) {
  const t = useTranslations('convert.panes')
  const entries = useStatePart(({ result }) => result?.counts.entries ?? 0)
  const output = useStatePart(({ result }) => result?.counts.output ?? 0)
  return (
    <Tabs
      name="side"
      label={t('sides')}
      value={side}
      onChange={onSide}
      tabs={[
        { id: 'list', label: t('given'), count: entries || undefined, testId: 'side-list' },
        { id: 'result', label: t('result'), count: entries ? output : undefined, testId: 'side-result' },
      ]}
      className="tabs-bar *:flex-1"
    />
  )
}
