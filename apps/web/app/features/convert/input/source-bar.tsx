import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { textOf } from '@switchyard/recipe/model'
import { useWrap } from '../../../components/config-editor/use-wrap.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { IconName } from '../../../ui/icons.ts'
import { Menu } from '../../../ui/menu.tsx'
import { tooltip } from '../../../ui/tooltip.tsx'
import { useModelPart } from '../session/use-convert.ts'
import { useAdding } from './use-adding.ts'

interface Props {
  /** What stands before all. */
  lead?: ReactNode
  /** In a sheet a menu has the actions that change the whole text. */
  isSheet?: boolean
  onFiles: () => void
  onUrl: () => void
}

/** A narrow pane hides the icons and frames the words. Then the bar has one row. */
const FOLDING =
  'min-w-(--target) @max-[33rem]:border @max-[33rem]:border-line-strong @max-[33rem]:px-1.5 @max-[33rem]:[&>svg]:hidden'

/** Above the text: what text, files and addresses are added with, and what is done with all of the text. */
export function SourceBar({ lead, isSheet = false, onFiles, onUrl }: Props) {
  const t = useTranslations('convert.input')
  const hasText = useModelPart((model) => textOf(model) !== '')
  const { paste, replace, empty } = useAdding()
  const [wrap, toggleWrap] = useWrap()
  const to = useTranslations('convert.output')
  const tc = useTranslations('convert')
  if (isSheet)
    return (
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 pb-2">
        <Button size="small" icon="clipboard-paste" onClick={paste}>
          {t('paste')}
        </Button>
        <Button size="small" icon="files" aria-label={t('file')} onClick={onFiles}>
          {t('fileShort')}
        </Button>
        <Button size="small" icon="rss" aria-label={t('url')} onClick={onUrl}>
          {t('urlShort')}
        </Button>
        {hasText && (
          <Menu
            label={tc('more')}
            align="end"
            trigger={<IconButton icon="ellipsis" size="small" className="ml-auto -mr-2" label={tc('more')} />}
            items={[
              { id: 'wrap', label: to('wrap'), icon: 'text-wrap', checked: wrap, onSelect: toggleWrap },
              'separator',
              { id: 'replace', label: t('replace'), icon: 'refresh-cw', onSelect: replace },
              { id: 'empty', label: t('empty'), icon: 'trash-2', danger: true, onSelect: empty },
            ]}
          />
        )}
      </div>
    )
  return (
    <div className="@container flex min-h-10 shrink-0 flex-wrap items-center gap-1 border-b border-line px-2 py-2">
      {lead}
      <Tool icon="clipboard-paste" words={t('paste')} onClick={paste} />
      <Tool icon="files" words={t('fileShort')} label={t('file')} onClick={onFiles} />
      <Tool icon="rss" words={t('urlShort')} wideWords={t('url')} label={t('url')} onClick={onUrl} />
      {hasText && (
        <>
          {/* The next two remove the text. */}
          <span aria-hidden="true" className="mx-1 h-4 w-px bg-line-strong" />
          <Tool icon="refresh-cw" words={t('replaceShort')} label={t('replace')} onClick={replace} />
          <Tool icon="trash-2" words={t('emptyShort')} label={t('empty')} isDanger onClick={empty} />
          <IconButton
            icon="text-wrap"
            size="small"
            className="ml-auto"
            label={to('wrap')}
            aria-pressed={wrap}
            data-testid="text-wrap"
            onClick={toggleWrap}
          />
        </>
      )}
    </div>
  )
}

interface ToolProps {
  icon: IconName
  words: string
  /** Longer words. A wide bar shows them. */
  wideWords?: string
  isDanger?: boolean
  /** All of what it does, where the words are short. */
  label?: string
  onClick: () => void
}

function Tool({ icon, words, wideWords = words, isDanger = false, label, onClick }: ToolProps) {
  return (
    <Button
      look="ghost"
      size="small"
      icon={icon}
      className={`${FOLDING} ${isDanger ? 'text-error! hover:bg-error-soft' : ''}`}
      onClick={onClick}
      {...(label === undefined ? {} : { 'aria-label': label, ...tooltip(label) })}
    >
      <span className="@min-[42rem]:hidden">{words}</span>
      <span className="@max-[42rem]:hidden">{wideWords}</span>
    </Button>
  )
}
