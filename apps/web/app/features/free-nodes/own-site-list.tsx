import { Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAppConfig } from '../../lib/app-config.ts'
import { randomId } from '../../lib/random-id.ts'
import { useStore } from '../../lib/store.ts'
import { useAgo } from '../../lib/use-ago.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx'
import { askSite, keepSite, ownSites, refreshSite, removeSite, startOwnSites, takeRelayed } from './own-site-store.ts'
import { type OwnSite, sourceOf, withForm } from './own-sites.ts'
import { SiteDialog } from './site-dialog.tsx'
import { useFetchWords } from './use-fetch-words.ts'

const RelayDialog = lazyPart(() =>
  import('../../components/fetching/relay-dialog.tsx').then(({ RelayDialog }) => RelayDialog),
)

const FIRST_SHOWN = 10
type OpenDialog = { name: 'new' } | { name: 'edit' | 'remove' | 'relay'; site: OwnSite }

/** An address could not be read: why stands in the message. */
class NotRead extends Error {}

/** One's own sources: they stay in this browser, and it asks them itself. */
export function OwnSiteList() {
  const t = useTranslations('freeNodes')
  const fetchWords = useFetchWords()
  const ago = useAgo(useNow())
  const now = useNow()
  const { relays } = useAppConfig()
  const sites = useStore(ownSites, undefined)
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  useEffect(() => void startOwnSites(), [])
  const factsOf = (site: OwnSite) => {
    const { state, nodes, fetchedAt, lastTry } = sourceOf(site, now)
    return [
      new URL(site.address).host,
      t('site.nodes', { n: nodes }),
      fetchedAt === undefined ? t('neverFetched') : t('fetchedAgo', { ago: ago(fetchedAt) }),
      ...(site.enabled ? [] : [t('site.off')]),
      ...(state === 'failing' && lastTry ? [t('failing', { why: fetchWords(lastTry) })] : []),
    ].join(' · ')
  }
  const preview = async (asked: Pick<OwnSite, 'address' | 'kind'>) => {
    const answer = await askSite(asked)
    if ('failure' in answer) throw new NotRead(fetchWords(answer))
    const { nodes } = answer
    const first = nodes.slice(0, FIRST_SHOWN).map(({ name, protocol, region }) => ({ name, protocol, region }))
    return { nodes: nodes.length, information: 0, skipped: 0, first }
  }
  const edited = dialog?.name === 'edit' ? dialog.site : undefined
  return (
    <SettingGroup
      title={t('site.own')}
      actions={
        <Button size="small" icon="plus" data-testid="own-site-add" onClick={() => setDialog({ name: 'new' })}>
          {t('site.add')}
        </Button>
      }
    >
      <p className="px-4 py-3 text-sm text-muted">{t('site.ownNote')}</p>
      {sites?.length === 0 && <EmptyState text={t('site.noneOwn')} />}
      {sites?.map((site) => (
        <SettingRow key={site.id} title={site.name} text={factsOf(site)}>
          <Menu
            label={t('site.actions', { name: site.name })}
            align="end"
            trigger={<IconButton icon="ellipsis" label={t('site.actions', { name: site.name })} />}
            items={[
              { id: 'edit', label: t('site.edit'), icon: 'pencil', onSelect: () => setDialog({ name: 'edit', site }) },
              { id: 'refresh', label: t('site.refresh'), icon: 'refresh-cw', onSelect: () => void refreshSite(site) },
              ...(relays
                ? [
                    {
                      id: 'relay',
                      label: t('site.relay'),
                      icon: 'network' as const,
                      onSelect: () => setDialog({ name: 'relay', site }),
                    },
                  ]
                : []),
              {
                id: 'enabled',
                label: t(site.enabled ? 'site.disable' : 'site.enable'),
                icon: 'power',
                onSelect: () => void keepSite({ ...site, enabled: !site.enabled }),
              },
              'separator',
              {
                id: 'remove',
                label: t('site.remove'),
                icon: 'trash-2',
                danger: true,
                onSelect: () => setDialog({ name: 'remove', site }),
              },
            ]}
          />
        </SettingRow>
      ))}
      {(dialog?.name === 'new' || edited) && (
        <SiteDialog
          site={edited}
          onPreview={preview}
          wordsFor={(error) => (error instanceof NotRead ? error.message : undefined)}
          onSave={async (form) => {
            const site = edited ? withForm(edited, form) : { ...form, id: `own-${randomId()}`, nodes: [] }
            await keepSite(site)
            if (site.enabled && site.nodes.length === 0) void refreshSite(site)
          }}
          onClose={close}
        />
      )}
      {dialog?.name === 'remove' && (
        <ConfirmDialog
          title={t('site.removeTitle', { name: dialog.site.name })}
          confirm={t('site.remove')}
          danger
          onConfirm={() => void removeSite(dialog.site.id)}
          onClose={close}
        />
      )}
      <Suspense>
        {dialog?.name === 'relay' && (
          <RelayDialog
            url={dialog.site.address}
            onText={({ text }) => void takeRelayed(dialog.site, text)}
            onClose={close}
          />
        )}
      </Suspense>
    </SettingGroup>
  )
}
