import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { UnlockTokens } from '../../components/git-accounts/token-gate.tsx'
import { useGitAccounts } from '../../components/git-accounts/use-git-accounts.ts'
import { uiSettings, type UiSettings } from '../../components/kept-settings/ui-settings.ts'
import { keepShortServices, shortServices, shortTokens } from '../../components/short-service/chosen-service.ts'
import { forgetKey, keptKeyIn } from '../../components/short-service/kept-keys.ts'
import { newService, type ServiceSample, SERVICE_SAMPLES } from '../../components/short-service/sample-services.ts'
import { type ShortService, takesToken } from '../../components/short-service/short-service.ts'
import { useAppConfig } from '../../lib/app-config.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx'
import { ServiceForm } from './service-form.tsx'

const NO_SETTINGS: UiSettings = {}
const NO_TOKENS: Readonly<Record<string, string>> = {}
const BUILT_IN = 'built-in'
const MOST_SERVICES = 10
// The keys of this very record.
const SERVICE_SAMPLE_NAMES = Object.keys(SERVICE_SAMPLES) as ServiceSample[]

/** Which service makes short links, and what services of others are asked. */
export function ShortServicesPage() {
  const t = useTranslations('short')
  const { services, chosen } = shortServices(useStore(uiSettings, NO_SETTINGS))
  const tokens = useStore(shortTokens, NO_TOKENS)
  const known = useGitAccounts()
  const [edited, setEdited] = useState<ShortService>()
  const { shortLinks } = useAppConfig()

  const choose = (id: string) => keepShortServices({ services, chosen: services.find((one) => one.id === id) })
  const save = (service: ShortService) => {
    const isKnown = services.some(({ id }) => id === service.id)
    const next = isKnown ? services.map((one) => (one.id === service.id ? service : one)) : [...services, service]
    // Whoever describes a new service wants to use it.
    keepShortServices({ services: next, chosen: isKnown ? next.find(({ id }) => id === chosen?.id) : service })
    setEdited(undefined)
    showToast({ kind: 'success', text: t('serviceSaved') })
  }
  const remove = (service: ShortService) => {
    const before = { services, chosen }
    keepShortServices({
      services: services.filter(({ id }) => id !== service.id),
      chosen: chosen?.id === service.id ? undefined : chosen,
    })
    void forgetKey(service)
    showToast({
      kind: 'undo',
      text: t('serviceDeleted', { name: service.name }),
      action: { label: t('undo'), run: () => keepShortServices(before) },
    })
  }
  if (edited) return <ServiceForm key={edited.id} service={edited} onSave={save} onClose={() => setEdited(undefined)} />
  return (
    <>
      {known?.lock === 'locked' && known.shortKeys.length > 0 && (
        <div className="mb-4">
          <UnlockTokens />
        </div>
      )}
      <RadioCards
        legend={t('provider')}
        layout="rows"
        value={chosen?.id ?? BUILT_IN}
        cards={[
          {
            value: BUILT_IN,
            label: t('builtInName'),
            note: t(shortLinks ? 'builtInNote' : 'builtInOff'),
            disabled: !shortLinks,
          },
          ...services.map((service) => ({
            value: service.id,
            label: service.name,
            note:
              takesToken(service) && !tokens[service.id] && !keptKeyIn(known, service)
                ? t('tokenMissing', { host: hostOf(service) })
                : hostOf(service),
            testId: 'service',
          })),
        ]}
        onChange={choose}
      />
      <div className="mt-6">
        <SettingGroup
          title={t('services')}
          actions={
            <Menu
              label={t('addService')}
              align="end"
              items={SERVICE_SAMPLE_NAMES.map((name) => ({
                id: name,
                label: t(`sample.${name}`),
                onSelect: () => setEdited(newService(name)),
              }))}
              trigger={
                <Button icon="plus" size="small" disabled={services.length >= MOST_SERVICES}>
                  {t('addService')}
                </Button>
              }
            />
          }
        >
          {services.length === 0 && <p className="p-4 text-muted">{t('noServices')}</p>}
          {services.map((service) => (
            <SettingRow key={service.id} title={service.name} text={`${service.method} ${hostOf(service)}`}>
              <span className="flex gap-1">
                <IconButton
                  icon="pencil"
                  label={t('editService', { name: service.name })}
                  onClick={() => setEdited(service)}
                />
                <IconButton
                  icon="trash-2"
                  label={t('deleteService', { name: service.name })}
                  onClick={() => remove(service)}
                />
              </span>
            </SettingRow>
          ))}
        </SettingGroup>
        <p className="text-muted">{t('servicesNote')}</p>
      </div>
    </>
  )
}

/** Whatever stands for something is no part of the host. */
const hostOf = ({ url }: ShortService) => URL.parse(url.replaceAll(/\{[^{}]*\}/g, 'x'))?.host ?? url
