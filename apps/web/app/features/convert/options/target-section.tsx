import { type ClientOption, findClientFacts } from '@switchyard/convert/facts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { CLIENT_APPS, type ClientApp, platformOf } from '../../../components/client-apps.ts'
import { localizedPath } from '../../../lib/locale.ts'
import { useRouteLocale } from '../../../lib/use-route-locale.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Switch } from '../../../ui/checkbox.tsx'
import { FormattedNumber } from '../../../ui/formatted-number.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Select } from '../../../ui/select.tsx'
import {
  type NodesKept,
  OUTPUTS,
  outputSettings,
  versionOf,
  versionSettings,
  withApp,
  withOutput,
  withOutputSettings,
} from '@switchyard/recipe/model'
import { useKeptCounts } from '../output/use-kept-counts.ts'
import { useOutputNote } from '../output/use-output-note.ts'
import { countedOutOf } from '../session/comparison.ts'
import { useModel, useSession } from '../session/use-convert.ts'

export function TargetSection() {
  const t = useTranslations('convert.target')
  const session = useSession()
  const model = useModel()
  const { clashPremium, list, tun } = outputSettings(model)
  const version = versionOf(model.output, outputSettings(model))
  const client = findClientFacts(model.output)
  const takes = (option: ClientOption) => client?.options.includes(option) ?? false
  const { counts, most } = useKeptCounts()
  const noteOf = useOutputNote()

  return (
    <>
      <AppPicker />
      <RadioCards
        legend={t('legend')}
        value={model.output}
        layout="rows"
        cards={OUTPUTS.map((id) => ({
          value: id,
          label: t(id),
          testId: `card-${id}`,
          note: noteOf(id),
          aside: counts.has(id) && <UsableCount {...counts.get(id)!} most={most} />,
        }))}
        onChange={(target) => session.change((model) => withOutput(model, target))}
      />
      {client && version !== undefined && (
        <Field
          label={t('version', { client: client.title })}
          hint={t(version === client.versions[0] ? versionHintOf(version) : 'versionOnly')}
        >
          {(control) => (
            <Select
              {...control}
              value={version}
              choices={client.versions.map((value) => ({
                value,
                label: value === 'compatible' ? t('compatible') : value,
              }))}
              onChange={(value) =>
                session.change((model) =>
                  withOutputSettings(withOutput(model, model.output), versionSettings(model.output, value)),
                )
              }
            />
          )}
        </Field>
      )}
      {client && !list && !client.groups.types.includes('select') && (
        <p className="text-xs text-muted">{t('noChoice', { client: client.title })}</p>
      )}
      {takes('premium') && (
        <Switch
          checked={clashPremium}
          onChange={(on) => session.change((model) => withOutputSettings(model, { clashPremium: on }))}
        >
          {t('premium')}
          <span className="block text-xs text-muted">{t('premiumNote')}</span>
        </Switch>
      )}
      {client && takes('tun') && !takes('premium') && !list && (
        <Switch checked={tun} onChange={(on) => session.change((model) => withOutputSettings(model, { tun: on }))}>
          {t('tun')}
          <span className="block text-xs text-muted">
            {t(client.settings.needsTunOnPhones ? 'tunNoteNeeded' : 'tunNote', { client: client.title })}
          </span>
        </Switch>
      )}
      {client && (
        <Switch checked={list} onChange={(on) => session.change((model) => withOutputSettings(model, { list: on }))}>
          {t('list')}
          <span className="block text-xs text-muted">{t('listNote')}</span>
        </Switch>
      )}
    </>
  )
}

/** What the usual version means: one that all of them load, or the newest. */
const versionHintOf = (version: string) => (version === 'compatible' ? 'versionCompatible' : 'versionNewest')

/** `37/43`, in words for who hears it. */
function UsableCount({ most, ...count }: NodesKept & { most: number | undefined }) {
  const { kept } = count
  const total = countedOutOf(count, most)
  const t = useTranslations('convert.target')
  return (
    <span className={`text-xs tabular-nums ${kept < total ? 'text-warning' : 'text-muted'}`}>
      <span aria-hidden="true">
        <FormattedNumber n={kept} />/<FormattedNumber n={total} />
      </span>
      <span className="sr-only">{t('available', { n: kept, total })}</span>
    </span>
  )
}

/** People know their app, not its core: it sets format and version. */
function AppPicker() {
  const t = useTranslations('convert.target')
  const format = useFormatter()
  const locale = useRouteLocale()
  const session = useSession()
  const model = useModel()
  const [here] = useState(() => platformOf(navigator))
  const apps = inOrderFor(here)
  const chosen = CLIENT_APPS.find(({ id }) => id === model.app)
  // An app with a core of its own names none.
  const core = chosen && findClientFacts(chosen.cores?.[0][0] ?? '')?.title
  const version = versionOf(model.output, outputSettings(model))
  return (
    <div className="flex flex-col gap-1">
      <Field label={t('app')} hint={!chosen && t('appHint')}>
        {(control) => (
          <Combobox
            {...control}
            value={model.app}
            placeholder={t('appPlaceholder', { app: apps[0]!.name })}
            emptyText={t('appNone')}
            choices={apps.map(({ id, name, platforms, archived, keywords = '' }) => ({
              value: id,
              label: name,
              note: archived ? t('archived') : platforms[0].join(' '),
              keywords: `${keywords} ${platforms[0].join(' ')}`,
            }))}
            onChange={(id) => {
              const app = CLIENT_APPS.find((one) => one.id === id)
              if (app) session.change((model) => withApp(model, app))
            }}
          />
        )}
      </Field>
      <Link
        to={localizedPath(locale, '/client')}
        className="text-link-plain flex min-h-(--target) items-center self-start text-xs"
      >
        {t('allApps')}
      </Link>
      {chosen && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted" data-testid="app-set">
          <span className="font-medium text-fg">
            {t('appSet', { app: chosen.name, target: t(chosen.output) })}
            {version !== undefined && ` · ${version === 'compatible' ? t('compatible') : version}`}
          </span>
          {core && <span>{t('appCore', { core })}</span>}
          {chosen.archived && (
            <Badge tone="warning" icon="alert-triangle">
              {t('archived')}
            </Badge>
          )}
          <a
            href={chosen.site}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-(--target) items-center gap-1 text-link underline underline-offset-4"
          >
            {t('appSite')}
            <Icon name="external-link" className="size-3" />
          </a>
          {chosen.checkedOn !== undefined && (
            <span>
              {t('checkedOn', {
                date: format.dateTime(new Date(chosen.checkedOn), { dateStyle: 'medium', timeZone: 'UTC' }),
              })}
            </span>
          )}
        </div>
      )}
    </div>
  )
}

/** Those that run here first, those that nobody looks after last. */
function inOrderFor(here: string | undefined): ClientApp[] {
  const rank = ({ platforms, archived }: ClientApp) =>
    archived ? 2 : here !== undefined && platforms[0].some((one) => one === here) ? 0 : 1
  return [...CLIENT_APPS].sort((a, b) => rank(a) - rank(b))
}
