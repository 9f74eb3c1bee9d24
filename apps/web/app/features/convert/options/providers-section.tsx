import { type ClientFacts, findClientFacts, freeProviderName, outputFacts } from '@switchyard/convert/facts'
import { withCommon } from '@switchyard/recipe/model'
import { useTranslations } from 'use-intl'
import { issuesOf } from '../../../components/config-form/change.ts'
import { ProviderRows } from '../../../components/config-form/provider-rows.tsx'
import { Switch } from '../../../ui/checkbox.tsx'
import { useModel, useSession } from '../session/use-convert.ts'
import { useIsBareList, useOptionCheck } from './option-check.tsx'
import { useRemoved, useSetting } from './use-setting.ts'

export function ProvidersSection() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { common, output, sources } = useModel()
  const { useProvider } = common
  const { errors } = useOptionCheck()
  const rows = useSetting('providers')
  const onRemoved = useRemoved()
  const isBare = useIsBareList()
  const referenced = sources.filter(({ asProvider, enabled, url }) => asProvider && enabled && url).length
  const client = findClientFacts(output)
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
              ...(on && rows.value.length === 0 ? { providers: [{ name: freeProviderName(new Set()), url: '' }] } : {}),
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
      {useProvider && <ProviderRows {...rows} onRemoved={onRemoved} issues={issuesOf(errors, 'providers')} />}
    </>
  )
}

/** What a client does with providers that nobody would expect. */
function noteOf({ options, groups }: ClientFacts): 'providerUnsupported' | 'providerClash' | undefined {
  if (!options.includes('providers')) return 'providerUnsupported'
  return groups.groupsEachProvider ? 'providerClash' : undefined
}
