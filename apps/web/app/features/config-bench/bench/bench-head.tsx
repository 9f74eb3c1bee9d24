import { CLIENT_FACTS } from '@switchyard/convert/facts'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useWrap } from '../../../components/config-editor/use-wrap.ts'
import { localizedPath } from '../../../lib/locale.ts'
import { PHONE, useMedia } from '../../../lib/use-media.ts'
import { useRouteLocale } from '../../../lib/use-route-locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuEntry, type MenuItem } from '../../../ui/menu.tsx'
import { Select } from '../../../ui/select.tsx'
import { InTopBar } from '../../../ui/top-bar-slot.tsx'
import { versionsOf } from './client-versions.ts'
import type { OpenConfig } from './panel.ts'
import { useBench, useOpenConfig } from './use-bench.ts'
import type { BenchActions } from './use-bench-actions.ts'
import type { Opening } from './use-opening.tsx'

interface Props {
  config: OpenConfig
  opening: Opening
  actions: BenchActions
}

const NEWEST = ''

/** What is open, whose config it is, and what is done with it as a whole. */
export function BenchHead({ config, opening, actions }: Props) {
  const t = useTranslations('configBench')
  const session = useBench()
  const { canUndo, canRedo } = useOpenConfig()
  const isPhone = useMedia(PHONE)
  const locale = useRouteLocale()
  const [wrap, toggleWrap] = useWrap()
  const versions = versionsOf(config.client)
  const { saveToPlace } = actions

  const checkFor = (client: OpenConfig['client'], version: string | undefined) => {
    session.checkFor(client, version)
    opening.goTo({ ...config, client })
  }
  const ways: readonly MenuItem[] = [
    { id: 'paste', label: t('way.paste'), icon: 'clipboard-paste', onSelect: opening.paste },
    { id: 'file', label: t('way.file'), icon: 'files', onSelect: opening.files },
    { id: 'address', label: t('way.address'), icon: 'link', onSelect: opening.address },
    { id: 'output', label: t('way.output'), icon: 'rss', onSelect: opening.output },
    { id: 'convert', label: t('way.convert'), icon: 'arrow-left-right', onSelect: opening.convert },
    { id: 'new', label: t('way.blank'), icon: 'plus', onSelect: opening.blank },
    { id: 'sample', label: t('way.sample'), icon: 'file-text', onSelect: opening.sample },
  ]
  const common: readonly MenuEntry[] = [
    { id: 'find', label: t('find'), icon: 'search', keys: 'mod+f', onSelect: actions.find },
    { id: 'wrap', label: t('wrap'), checked: wrap, onSelect: toggleWrap },
    'separator',
    { id: 'close', label: t('close'), icon: 'x', onSelect: actions.close },
  ]
  const steps = (
    <>
      <IconButton icon="undo-2" label={t('undo')} keys="mod+z" disabled={!canUndo} data-testid="undo" onClick={actions.undo} />
      <IconButton icon="redo-2" label={t('redo')} keys="mod+shift+z" disabled={!canRedo} data-testid="redo" onClick={actions.redo} />
    </>
  ) // oxfmt-ignore
  const more = (items: readonly MenuEntry[]) => (
    <Menu
      label={t('more')}
      align="end"
      trigger={<IconButton icon="ellipsis" label={t('more')} data-testid="bench-more" />}
      items={items}
    />
  )
  return (
    <header className="bench-head">
      <p className="flex min-w-0 flex-1 items-center gap-2 max-sm:order-first">
        <Icon name="file-code" className="size-4 shrink-0 text-muted" />
        <span className="truncate font-medium" data-testid="bench-name">
          {config.name}
        </span>
        {config.published && (
          <Link
            to={localizedPath(locale, `/subscribe/${config.published.id}`)}
            className="target flex min-w-0 items-center gap-1 text-xs text-link-plain"
            data-testid="bench-published"
            title={t('publishedAs', { name: config.published.name })}
          >
            <Icon name="rss" className="size-3.5 shrink-0" />
            <span className="truncate">
              {config.published.name === config.name ? t('isPublished') : config.published.name}
            </span>
          </Link>
        )}
        {config.text !== config.opened && (
          <span className="shrink-0 text-xs text-muted" data-testid="bench-changed">
            {t('changed')}
          </span>
        )}
      </p>
      <div className={`flex min-w-0 items-center gap-1 ${versions.length > 1 ? 'max-sm:w-full' : ''}`}>
        <Select
          aria-label={t('client')}
          value={config.client}
          choices={CLIENT_FACTS.map(({ id, title }) => ({ value: id, label: title }))}
          data-testid="bench-client"
          onChange={(client) => checkFor(client, undefined)}
        />
        {versions.length > 1 && (
          <Select
            aria-label={t('version')}
            value={config.version ?? NEWEST}
            choices={[
              { value: NEWEST, label: t('defaultVersion') },
              ...versions.map((version) => ({ value: version, label: version })),
            ]}
            data-testid="bench-version"
            onChange={(version) => checkFor(config.client, version === NEWEST ? undefined : version)}
          />
        )}
      </div>
      <div className="flex items-center gap-1 max-sm:order-first">{steps}</div>
      {isPhone ? (
        <InTopBar place="end">
          {more([
            ...(saveToPlace ? [{ id: 'save', label: t('saveToPlace'), icon: 'upload' as const, onSelect: saveToPlace }] : []),
            { id: 'copy', label: t('copy'), icon: 'copy', onSelect: actions.copy },
            { id: 'download', label: t('download'), icon: 'download', onSelect: actions.download },
            { id: 'publish', label: t('publish'), icon: 'link', onSelect: opening.publish },
            { id: 'open', label: t('open'), icon: 'files', items: ways },
            'separator',
            ...common,
          ])}
        </InTopBar>
      ) : (
        <div className="flex items-center gap-1">
          <Menu
            label={t('open')}
            align="end"
            trigger={
              <Button icon="files" data-testid="bench-open-menu">
                {t('open')}
              </Button>
            }
            items={ways}
          />
          <Button icon="copy" data-testid="action-copy" onClick={actions.copy}>
            {t('copy')}
          </Button>
          <Button icon="link" data-testid="action-publish" onClick={opening.publish}>
            {t('publish')}
          </Button>
          <Button look={saveToPlace ? 'outline' : 'solid'} icon="download" data-testid="action-download" onClick={actions.download}>
            {t('download')}
          </Button>
          {saveToPlace && (
            <Button look="solid" icon="upload" data-testid="bench-save" onClick={saveToPlace}>
              {t('saveToPlace')}
            </Button>
          )}
          {more(common)}
        </div>
      )}
    </header>
  ) // oxfmt-ignore
}
