import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/checkbox.tsx'
import { Input } from '../../../ui/field.tsx'
import type { ProxyProvider } from '../../../workers/conversion-types.ts'
import { withCommon } from '../model.ts'
import { MoveButtons, moved } from '../row-tools.tsx'
import { useModel, useSession } from '../use-convert.ts'

export function ProvidersSection() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { useProvider, providers } = useModel().common
  const put = (next: readonly ProxyProvider[], kind = 'edit') =>
    session.change((model) => withCommon(model, { providers: next }), kind)
  const edit = (index: number, change: Partial<ProxyProvider>) =>
    put(
      providers.map((one, at) => (at === index ? { ...one, ...change } : one)),
      'typing-providers',
    )
  const free = () => {
    const taken = new Set(providers.map(({ name }) => name))
    if (!taken.has('provider')) return 'provider'
    let number = 2
    while (taken.has(`provider ${number}`)) number++
    return `provider ${number}`
  }
  return (
    <>
      <Switch
        checked={useProvider}
        onChange={(on) =>
          session.change((model) =>
            withCommon(model, {
              useProvider: on,
              ...(on && providers.length === 0 ? { providers: [{ name: 'provider', url: '' }] } : {}),
            }),
          )
        }
      >
        {t('useProvider')}
        <span className="block text-xs text-muted">{t('providerNote')}</span>
      </Switch>
      {useProvider && (
        <>
          {providers.map((provider, index) => (
            <div key={index} className="grid grid-cols-2 gap-2 rounded-lg border border-line p-2">
              <Input
                aria-label={t('name')}
                value={provider.name}
                onChange={(event) => edit(index, { name: event.target.value })}
              />
              <MoveButtons
                index={index}
                length={providers.length}
                onMove={(by) => put(moved(providers, index, by))}
                onRemove={() => put(providers.filter((_, at) => at !== index))}
              />
              <Input
                aria-label={t('url')}
                type="url"
                placeholder="https://"
                className="col-span-2"
                value={provider.url}
                onChange={(event) => edit(index, { url: event.target.value })}
              />
              <div className="col-span-2">
                <Input
                  aria-label={t('password')}
                  type="password"
                  autoComplete="off"
                  placeholder={t('password')}
                  value={provider.password ?? ''}
                  onChange={(event) => edit(index, { password: event.target.value })}
                />
                <p className="mt-1 text-xs text-muted">{t('passwordHint')}</p>
              </div>
            </div>
          ))}
          <Button
            size="small"
            icon="plus"
            className="self-start"
            onClick={() => put([...providers, { name: free(), url: '' }])}
          >
            {t('addProvider')}
          </Button>
        </>
      )}
    </>
  )
}
