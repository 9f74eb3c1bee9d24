import { SERVICE_SETS, SERVICES, serviceTitle } from '@switchyard/convert/services'
import { BUILTIN } from '@switchyard/recipe/model'
import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { isLocale, LOCALES } from '../../../lib/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { undoToast } from '../../../components/node-list/undo-toast.ts'
import { useConvertState, useModel, useSession } from '../session/use-convert.ts'
import { isBuiltInName } from '../../../components/config-form/built-in-name.ts'
import { useGroupNames } from './option-check.tsx'
import { useOptionLinks } from './option-links.tsx'
import { chosenServices, chosenSet, nameOfList, withOwnService, withServices } from './service-edits.ts'

/** Services by name: a tick brings the group and the rules of one. */
export function Services() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const model = useModel()
  const locale = useLocale()
  const lang = isLocale(locale) ? locale : LOCALES[0]
  const chosen = chosenServices(model)
  const set = chosenSet(model)
  const { place } = useOptionLinks()
  const boxes = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place?.kind === 'service') boxes.current?.querySelector<HTMLElement>(`[value=${place.service}]`)?.focus()
  }, [place])
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" data-testid="services">
      <legend className="mb-1 text-sm font-medium">{t('services')}</legend>
      <p className="text-xs text-muted">{t('servicesHint')}</p>
      <div role="group" aria-label={t('serviceSets')} className="flex flex-wrap gap-2">
        {BUILTIN.map((name) => (
          <Chip
            key={name}
            pressed={set === name}
            onClick={() => session.change((now) => withServices(now, SERVICE_SETS[name]))}
          >
            {t(`serviceSet.${name}`)}
          </Chip>
        ))}
      </div>
      <div ref={boxes} className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-x-3 pointer-coarse:gap-y-2">
        {SERVICES.map((service) => (
          <Checkbox
            key={service}
            value={service}
            className={place?.kind === 'service' && place.service === service ? 'option-linked' : ''}
            checked={chosen.includes(service)}
            onChange={(isOn) =>
              session.change((now) => {
                const before = chosenServices(now)
                return withServices(now, isOn ? [...before, service] : before.filter((one) => one !== service))
              })
            }
          >
            {serviceTitle(service, lang)}
          </Checkbox>
        ))}
      </div>
      <OwnService />
    </fieldset>
  )
}

/** A service that no list of ours knows: a name and the address of its list. */
function OwnService() {
  const t = useTranslations('convert.opt')
  const tc = useTranslations('convert')
  const tForm = useTranslations('configForm')
  const session = useSession()
  const { result } = useConvertState()
  const groups = useGroupNames()
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [isReported, setReported] = useState(false)
  const address = url.trim()
  const isAddress = /^https?:\/\//i.test(address) && URL.canParse(address)
  const ofAddress = isAddress ? nameOfList(address) : ''
  const wanted = name.trim() || ofAddress
  const badName = isBuiltInName(wanted) ? tForm('groupBuiltIn', { name: wanted }) : wanted === '' && tForm('nameNeeded')
  const add = () => {
    if (!isAddress || badName) return setReported(true)
    const main = result?.templateGroups?.find(({ type }) => type === 'select')?.name
    session.change((model) => withOwnService(model, { name: wanted, url: address }, groups, main))
    undoToast(session, tc('undo'), t('serviceAdded', { name: wanted }))
    setName('')
    setUrl('')
    setReported(false)
  }
  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] items-start gap-2"
      data-testid="own-service"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <Field label={t('serviceName')} error={isReported && isAddress && badName}>
        {(control) => (
          <Input
            {...control}
            maxLength={NAME_MAX}
            placeholder={ofAddress}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('serviceUrl')} error={isReported && !isAddress && t('serviceUrlBad')}>
        {(control) => (
          <Input
            {...control}
            type="url"
            placeholder="https://"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="small" icon="plus" className="col-span-2 justify-self-start">
        {t('addService')}
      </Button>
    </form>
  )
}

const NAME_MAX = 60
