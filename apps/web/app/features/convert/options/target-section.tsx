import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Switch } from '../../../ui/checkbox.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Select } from '../../../ui/select.tsx'
import type { SingboxVersion } from '../../../workers/conversion-types.ts'
import { CLIENT_APPS } from '../client-apps.ts'
import { TARGETS, targetOptions, withTarget, withTargetOptions } from '../model.ts'
import { useConvertState, useModel, useSession } from '../use-convert.ts'

const VERSIONS: readonly SingboxVersion[] = ['compatible', '1.12', '1.13', '1.14']

export function TargetSection() {
  const t = useTranslations('convert.target')
  const session = useSession()
  const model = useModel()
  const { result } = useConvertState()
  const [counts, setCounts] = useState<Partial<Record<string, number>>>({})
  const { singboxVersion, clashPremium, list } = targetOptions(model)
  const total = result ? result.counts.nodes - result.counts.duplicates - result.counts.disabled : 0

  useEffect(() => {
    if (!result || result.counts.nodes === 0) return
    let isWanted = true
    void session.compare().then(
      (cells) => {
        if (!isWanted) return
        const kept: Partial<Record<string, number>> = {}
        for (const cell of cells)
          if (cell.singboxVersion === undefined || cell.singboxVersion === singboxVersion) kept[cell.target] = cell.kept
        setCounts(kept)
      },
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [result, session, singboxVersion])

  return (
    <>
      <Field label={t('app')} hint={t('appHint')}>
        {(control) => (
          <Combobox
            {...control}
            value={model.app}
            placeholder={t('app')}
            emptyText={t('appNone')}
            choices={CLIENT_APPS.map(({ id, name, platforms, keywords = '' }) => ({
              value: id,
              label: name,
              note: platforms,
              keywords,
            }))}
            onChange={(id) => {
              const app = CLIENT_APPS.find((one) => one.id === id)
              if (!app) return
              session.change((model) => {
                const next = { ...model, app: app.id, target: app.target }
                return app.singboxVersion ? withTargetOptions(next, { singboxVersion: app.singboxVersion }) : next
              })
            }}
          />
        )}
      </Field>
      <RadioCards
        legend={t('legend')}
        value={model.target}
        className="grid grid-cols-1 gap-2 sm:grid-cols-2"
        cards={TARGETS.map((id) => ({
          value: id,
          label: t(id),
          note: (
            <>
              {t(`${id}Note`)}
              {counts[id] !== undefined && total > 0 && (
                <span className="block tabular-nums">{t('available', { n: counts[id], total })}</span>
              )}
            </>
          ),
        }))}
        onChange={(target) => session.change((model) => withTarget(model, target))}
      />
      {model.target === 'singbox' && (
        <Field label={t('version')}>
          {(control) => (
            <Select
              {...control}
              value={singboxVersion}
              choices={VERSIONS.map((value) => ({ value, label: value === 'compatible' ? t('compatible') : value }))}
              onChange={(value) => session.change((model) => withTargetOptions(model, { singboxVersion: value }))}
            />
          )}
        </Field>
      )}
      {model.target === 'clash' && (
        <Switch
          checked={clashPremium}
          onChange={(on) => session.change((model) => withTargetOptions(model, { clashPremium: on }))}
        >
          {t('premium')}
          <span className="block text-xs text-muted">{t('premiumNote')}</span>
        </Switch>
      )}
      {model.target !== 'links' && model.target !== 'base64' && (
        <Switch checked={list} onChange={(on) => session.change((model) => withTargetOptions(model, { list: on }))}>
          {t('list')}
          <span className="block text-xs text-muted">{t('listNote')}</span>
        </Switch>
      )}
    </>
  )
}
