import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAppConfig } from '../../../lib/app-config.ts'
import { isLocale, LOCALE_LABELS, LOCALES } from '../../../lib/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Select } from '../../../ui/select.tsx'
import { BUILTIN, withCommon, withListMirror } from '@switchyard/recipe/model'
import { useConvertState, useModel, useSession } from '../session/use-convert.ts'
import { siteMirror } from './site-mirror.ts'
import { CommitInput } from '../../../components/config-form/commit-input.tsx'

export function TemplateSection({ onMore }: { onMore: () => void }) {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { template, groupLang = LOCALES[0] } = useModel().common
  const { result } = useConvertState()
  return (
    <>
      <RadioCards<string>
        legend={t('template')}
        legendHidden
        value={typeof template === 'string' ? template : ''}
        layout="rows"
        cards={BUILTIN.map((name) => ({ value: name, label: t(name), note: t(`${name}Note`) }))}
        onChange={(value) => {
          const name = BUILTIN.find((one) => one === value)
          if (name) session.change((model) => withCommon(model, { template: name }))
        }}
      />
      {typeof template === 'string' && (
        <Field label={t('groupLang')} hint={t('groupLangHint')}>
          {(control) => (
            <Select
              {...control}
              value={groupLang}
              data-testid="group-lang"
              choices={LOCALES.map((value) => ({ value, label: LOCALE_LABELS[value] }))}
              onChange={(value) =>
                isLocale(value) && session.change((model) => withCommon(model, { groupLang: value }))
              }
            />
          )}
        </Field>
      )}
      <MirrorField />
      {typeof template !== 'string' && <p className="text-sm break-all">{t('ownUsing', { name: template.name })}</p>}
      {result?.error?.code === 'bad-template' && <p className="text-sm text-error">{t('ownBad')}</p>}
      <Button size="small" aria-haspopup="dialog" className="self-start" onClick={onMore}>
        {t('moreTemplates')}
      </Button>
    </>
  )
}

/** Where rule lists are asked for besides their own host. It counts when every address in it is one. */
function MirrorField() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { listMirror: ofSite, siteUrl } = useAppConfig()
  const { listMirror = '' } = useModel().common
  const [bad, setBad] = useState<string>()
  const site = siteMirror(siteUrl)
  const isThroughSite = site !== undefined && listMirror === site
  const choice = site !== undefined && (
    <Checkbox
      checked={isThroughSite}
      data-testid="lists-through-site"
      onChange={(isOn) => {
        setBad(undefined)
        session.change((model) => withListMirror(model, isOn ? site : ''))
      }}
    >
      {t('throughSite')}
      <span className="block text-xs text-muted">{t('throughSiteHint')}</span>
    </Checkbox>
  )
  // Where the lists come through this server there is nothing to type.
  if (isThroughSite) return choice
  return (
    <>
      <Field label={t('listMirror')} hint={t('listMirrorHint')} error={bad !== undefined && t('listMirrorBad')}>
        {(control) => (
          <CommitInput
            {...control}
            inputMode="url"
            data-testid="list-mirror"
            placeholder={ofSite || 'https://'}
            value={bad ?? listMirror}
            onCommit={(text) => {
              const isGood = text.split(',').every((each) => isMirror(each.trim()))
              setBad(isGood ? undefined : text)
              if (isGood) session.change((model) => withListMirror(model, text.trim()))
            }}
          />
        )}
      </Field>
      {choice}
    </>
  )
}

const isMirror = (text: string) => text === '' || (URL.canParse(text) && new URL(text).protocol === 'https:')
