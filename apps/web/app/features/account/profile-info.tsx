import { useState, type FormEvent } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { DataOf } from '@switchyard/contract'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { call } from '../../lib/api.ts'
import { isLocale, LOCALE_LABELS, LOCALES, type Locale } from '../../lib/locale.ts'
import { takeUser } from '../../lib/session.ts'
import { showToast } from '../../lib/toasts.ts'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { Select } from '../../ui/select.tsx'

interface Props {
  profile: DataOf<'GET /api/profile'>
  onChange: () => void
}

/** Name and language, saved together. */
export function ProfileInfo({ profile: { user, createdAt }, onChange }: Props) {
  const t = useTranslations('account')
  const format = useFormatter()
  const [name, setName] = useState(user.name)
  const [language, setLanguage] = useState<Locale>(isLocale(user.language) ? user.language : LOCALES[0])
  const { isBusy, failure, submit } = useSubmit()
  const isDirty = name.trim() !== user.name || language !== user.language

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const isSaved = await submit(async () => {
      const answer = await call('PATCH /api/profile', { body: { name: name.trim(), language }, quiet: true })
      takeUser(answer.user)
    })
    if (!isSaved) return
    showToast({ kind: 'success', text: t('saved') })
    onChange()
  }

  return (
    <form noValidate className="card flex flex-col gap-4 p-4 sm:p-6" onSubmit={(event) => void save(event)}>
      <LeaveGuard isDirty={isDirty} />
      <FormFailure failure={failure} />
      <Field label={t('name')} error={name.trim() === '' && t('needed')} className="max-w-sm">
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={40}
            autoComplete="name"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('language')} hint={t('languageHint')} className="max-w-sm">
        {(control) => (
          <Select
            {...control}
            value={language}
            choices={LOCALES.map((value) => ({ value, label: LOCALE_LABELS[value] }))}
            onChange={setLanguage}
          />
        )}
      </Field>
      <p className="text-muted">
        {t('since', { role: t(`role.${user.role}`), date: format.dateTime(createdAt, { dateStyle: 'long' }) })}
      </p>
      <div className="flex gap-2">
        <Button look="solid" type="submit" disabled={!isDirty || isBusy || name.trim() === ''}>
          {t('save')}
        </Button>
        {isDirty && (
          <Button
            onClick={() => {
              setName(user.name)
              if (isLocale(user.language)) setLanguage(user.language)
            }}
          >
            {t('revert')}
          </Button>
        )}
      </div>
    </form>
  )
}
