import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { NodeSite } from '@switchyard/contract'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { LoadFailure } from '../../components/api-call/load-failure.tsx'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { call } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { useAgo } from '../../lib/use-ago.ts'
import { useApi } from '../../lib/use-loaded.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx'
import { OwnSiteList } from './own-site-list.tsx'
import { SiteDialog, type SiteForm } from './site-dialog.tsx'
import { useFetchWords } from './use-fetch-words.ts'

/** Where free nodes come from: what the operator names, for everybody, and one's own sources. */
export function NodeSites() {
  const user = useStore(session, undefined)?.user
  return (
    <>
      {user?.role === 'owner' ? <EditedSites /> : <NamedSites />}
      <OwnSiteList />
    </>
  )
}

/** The operator's sources as anybody sees them. */
function NamedSites() {
  const t = useTranslations('freeNodes')
  const list = useApi('GET /api/free-nodes', { quiet: true })
  return (
    <SettingGroup title={t('site.operators')}>
      {list.error !== undefined && !list.data && <LoadFailure error={list.error} onRetry={list.reload} />}
      {list.data?.sources.length === 0 && <EmptyState text={t('empty')} />}
      {list.data?.sources.map(({ id, name, nodes }) => (
        <SettingRow key={id} title={name} text={t('site.nodes', { n: nodes })}>
          <Badge>{t('site.readOnly')}</Badge>
        </SettingRow>
      ))}
    </SettingGroup>
  )
}

type OpenDialog =
  | { name: 'new' }
  | { name: 'edit'; site: NodeSite; address: string }
  | { name: 'remove'; site: NodeSite }

/** The same for the owner of the site: those of the settings as they stand there, the others to be edited. */
function EditedSites() {
  const t = useTranslations('freeNodes')
  const list = useApi('GET /api/node-sites', { quiet: true })
  const { isBusy, failure, submit } = useSubmit()
  const [dialog, setDialog] = useState<OpenDialog>()
  const change = async (work: () => Promise<unknown>) => {
    if (await submit(work)) list.reload()
  }
  const edit = (site: NodeSite) =>
    submit(async () => {
      const { address } = await call('GET /api/node-sites/:site', { params: { site: site.id }, quiet: true })
      setDialog({ name: 'edit', site, address })
    })
  const save = (form: SiteForm) =>
    dialog?.name === 'edit'
      ? call('PATCH /api/node-sites/:site', {
          params: { site: dialog.site.id },
          body: {
            revision: dialog.site.revision,
            ...form,
            ...(form.address === dialog.address ? { address: undefined } : {}),
          },
          quiet: true,
        })
      : call('POST /api/node-sites', { body: form, quiet: true })
  const close = () => setDialog(undefined)
  return (
    <SettingGroup
      title={t('site.operators')}
      actions={
        <Button size="small" icon="plus" data-testid="site-add" onClick={() => setDialog({ name: 'new' })}>
          {t('site.add')}
        </Button>
      }
    >
      {failure && (
        <div className="p-4">
          <FormFailure failure={failure} />
        </div>
      )}
      {list.error !== undefined && !list.data && <LoadFailure error={list.error} onRetry={list.reload} />}
      {list.data?.sites.length === 0 && <EmptyState text={t('site.none')} />}
      {list.data?.sites.map((site) => (
        <SettingRow key={site.id} title={<SiteTitle site={site} />} text={<SiteFacts site={site} />}>
          {site.held && (
            <Button
              size="small"
              disabled={isBusy}
              onClick={() =>
                void change(() => call('POST /api/node-sites/:site/adopt', { params: { site: site.id }, quiet: true }))
              }
            >
              {t('site.adopt')}
            </Button>
          )}
          {!site.isFromSettings && (
            <Menu
              label={t('site.actions', { name: site.name })}
              align="end"
              trigger={<IconButton icon="ellipsis" label={t('site.actions', { name: site.name })} />}
              items={[
                { id: 'edit', label: t('site.edit'), icon: 'pencil', onSelect: () => void edit(site) },
                {
                  id: 'enabled',
                  label: t(site.enabled ? 'site.disable' : 'site.enable'),
                  icon: 'power',
                  onSelect: () =>
                    void change(() =>
                      call('PATCH /api/node-sites/:site', {
                        params: { site: site.id },
                        body: { revision: site.revision, enabled: !site.enabled },
                        quiet: true,
                      }),
                    ),
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
          )}
        </SettingRow>
      ))}
      {(dialog?.name === 'new' || dialog?.name === 'edit') && (
        <SiteDialog
          site={dialog.name === 'edit' ? { ...dialog.site, address: dialog.address } : undefined}
          onPreview={(asked) => call('POST /api/node-sites/preview', { body: asked, quiet: true })}
          onSave={async (form) => {
            await save(form)
            list.reload()
          }}
          onClose={close}
        />
      )}
      {dialog?.name === 'remove' && (
        <ConfirmDialog
          title={t('site.removeTitle', { name: dialog.site.name })}
          text={t('site.removeText')}
          confirm={t('site.remove')}
          danger
          onConfirm={() => {
            const params = { site: dialog.site.id }
            void change(() => call('DELETE /api/node-sites/:site', { params, quiet: true }))
          }}
          onClose={close}
        />
      )}
    </SettingGroup>
  )
}

function SiteTitle({ site: { name, enabled, isFromSettings, reports } }: { site: NodeSite }) {
  const t = useTranslations('freeNodes')
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {name}
      {isFromSettings && <Badge>{t('site.fromSettings')}</Badge>}
      {!enabled && <Badge tone="quiet">{t('site.off')}</Badge>}
      {reports > 0 && <Badge tone="warning">{t('site.reports', { n: reports })}</Badge>}
    </span>
  )
}

function SiteFacts({ site: { host, kind, intervalS, nodes, fetchedAt, lastTry, state } }: { site: NodeSite }) {
  const t = useTranslations('freeNodes')
  const ago = useAgo(useNow())
  const fetchWords = useFetchWords()
  const facts = [
    host,
    t(`site.kind.${kind}`),
    t('site.every', { minutes: intervalS / 60 }),
    t('site.nodes', { n: nodes }),
    fetchedAt === undefined ? t('neverFetched') : t('fetchedAgo', { ago: ago(fetchedAt) }),
    ...(state === 'failing' && lastTry ? [t('failing', { why: fetchWords(lastTry) })] : []),
    ...(state === 'held' ? [t('held')] : []),
  ]
  return facts.join(' · ')
}
