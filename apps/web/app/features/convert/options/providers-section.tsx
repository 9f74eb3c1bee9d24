import { type ClientFacts, findClientFacts, freeProviderName, outputFacts } from '@switchyard/convert/facts'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/checkbox.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { type ProxyProvider, DEFAULT_PROBE_URL, withCommon, moved } from '@switchyard/recipe/model'
import { hostOf } from '../../../components/engine/host-of.ts'
import { useModel, useSession } from '../session/use-convert.ts'
import { NumberField } from '../../../components/config-form/number-field.tsx'
import { useIsBareList, useOptionCheck } from './option-check.tsx'
import { OrderedRows } from './ordered-rows.tsx'
import { SecretInput } from '../../../components/config-form/secret-input.tsx'
import { withoutEmpty } from '../../../components/config-form/without-empty.ts'

export function ProvidersSection() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { common, output, sources } = useModel()
  const { useProvider, providers } = common
  const { errors } = useOptionCheck()
  const isBare = useIsBareList()
  const referenced = sources.filter(({ asProvider, enabled, url }) => asProvider && enabled && url).length
  const put = (next: readonly ProxyProvider[], kind = 'edit') =>
    session.change((model) => withCommon(model, { providers: next }), kind)
  const edit = (index: number, change: Partial<ProxyProvider>) =>
    put(
      providers.map((one, at) => (at === index ? withoutEmpty({ ...one, ...change }, ['name', 'url']) : one)),
      'typing-providers',
    )
  const client = findClientFacts(output)
  const taken = new Set(providers.map(({ name }) => name))
  const note = isBare ? 'bareList' : client && noteOf(client)
  return (
    <>
      <Switch
        checked={useProvider}
        data-testid="use-provider"
        onChange={(on) =>
          session.change((model) =>
            withCommon(model, {
              useProvider: on,
              ...(on && providers.length === 0 ? { providers: [{ name: freeProviderName(taken), url: '' }] } : {}),
            }),
          )
        }
      >
        {t('useProvider')}
        <span className="block text-xs text-muted">{t('providerNote')}</span>
      </Switch>
      {note && (useProvider || referenced > 0) && (
        <p className={`text-xs ${note === 'providerUnsupported' ? 'text-warning' : 'text-muted'}`}>
          {t(note, { client: outputFacts(output).title })}
        </p>
      )}
      {referenced > 0 && <p className="text-xs text-muted">{t('providerSources', { n: referenced })}</p>}
      {useProvider && (
        <>
          <OrderedRows
            label={t('providers')}
            rows={providers}
            testId="provider-rows"
            nameOf={({ name }) => name}
            isUnfinished={({ url }) => url.trim() === ''}
            onMove={(from, to) => put(moved(providers, from, to))}
            onRemove={(index) => put(providers.filter((_, at) => at !== index))}
            renderHead={({ name, url }, index) => (
              <>
                <span className="min-w-0 truncate font-medium">{name || t('unnamed')}</span>
                <span className="min-w-0 flex-1 truncate text-xs text-muted">{hostOf(url)}</span>
                {Object.keys(errors).some((path) => path.startsWith(`providers.${index}.`)) && (
                  <Badge tone="error" icon="circle-alert">
                    {t('wrong')}
                  </Badge>
                )}
              </>
            )}
          >
            {(provider, index) => (
              <ProviderFields provider={provider} index={index} onChange={(change) => edit(index, change)} />
            )}
          </OrderedRows>
          <Button
            size="small"
            icon="plus"
            className="self-start"
            onClick={() => put([...providers, { name: freeProviderName(taken), url: '' }])}
          >
            {t('addProvider')}
          </Button>
        </>
      )}
    </>
  )
}

interface FieldsProps {
  provider: ProxyProvider
  index: number
  onChange: (change: { [K in keyof ProxyProvider]?: ProxyProvider[K] | undefined }) => void
}

function ProviderFields({ provider, index, onChange }: FieldsProps) {
  const t = useTranslations('convert.opt')
  const { errors } = useOptionCheck()
  const errorOf = (field: string) => errors[`providers.${index}.${field}`]
  const isProbed = provider.healthCheck ?? true
  return (
    <>
      <Field label={t('name')} error={errorOf('name')}>
        {(control) => (
          <Input {...control} value={provider.name} onChange={(event) => onChange({ name: event.target.value })} />
        )}
      </Field>
      <NumberField
        label={t('refresh')}
        placeholder="3600"
        value={provider.interval}
        onChange={(interval) => onChange({ interval })}
      />
      <Field
        label={t('url')}
        className="col-span-2"
        error={errorOf('url')}
        hint={provider.url.trim() === '' && t('placeNeeded')}
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            placeholder="https://"
            value={provider.url}
            onChange={(event) => onChange({ url: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('password')} className="col-span-2" hint={t('passwordHint')}>
        {(control) => (
          <SecretInput {...control} value={provider.password ?? ''} onChange={(password) => onChange({ password })} />
        )}
      </Field>
      <Switch
        checked={isProbed}
        className="col-span-2"
        onChange={(on) => onChange({ healthCheck: on ? undefined : false })}
      >
        {t('healthCheck')}
      </Switch>
      {isProbed && (
        <>
          <NumberField
            label={t('healthInterval')}
            placeholder="600"
            className="col-span-2"
            value={provider.healthInterval}
            onChange={(healthInterval) => onChange({ healthInterval })}
          />
          <Field label={t('healthUrl')} className="col-span-2" error={errorOf('healthUrl')}>
            {(control) => (
              <Input
                {...control}
                type="url"
                placeholder={DEFAULT_PROBE_URL}
                value={provider.healthUrl ?? ''}
                onChange={(event) => onChange({ healthUrl: event.target.value })}
              />
            )}
          </Field>
        </>
      )}
    </>
  )
}

/** What a client does with providers that nobody would expect. */
function noteOf({ options, groups }: ClientFacts): 'providerUnsupported' | 'providerClash' | undefined {
  if (!options.includes('providers')) return 'providerUnsupported'
  return groups.groupsEachProvider ? 'providerClash' : undefined
}
