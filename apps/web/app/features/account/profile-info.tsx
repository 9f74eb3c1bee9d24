import { Fragment, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { DataOf, SessionUser } from '@switchyard/contract'
import { failureData } from '../../components/api-call/api-failure.ts'
import { ConflictDialog } from '../../components/api-call/conflict-dialog.tsx'
import { mergeEdit } from '../../components/api-call/merge-edit.ts'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { call } from '../../lib/api.ts'
import { fileSize } from '../../lib/file-size.ts'
import { LOCALE_LABELS, LOCALES, type Locale } from '../../lib/locale.ts'
import { takeUser } from '../../lib/session.ts'
import { showToast } from '../../lib/toasts.ts'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { useMail } from './use-mail.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingGroup } from '../../ui/setting-row.tsx'

interface Props {
  profile: DataOf<'GET /api/profile'>
  onChange: () => void
}

interface Settings {
  name: string
  language: Locale
}

const settingsOf = ({ name, language }: SessionUser): Settings => ({ name, language })

/** Name and language, saved together. */
export function ProfileInfo({ profile: { user }, onChange }: Props) {
  const t = useTranslations('account')
  const [before, setBefore] = useState(() => settingsOf(user))
  const [name, setName] = useState(before.name)
  const [language, setLanguage] = useState(before.language)
  const [theirs, setTheirs] = useState<SessionUser>()
  const { isBusy, failure, submit } = useSubmit()
  // Mail alone is written in it.
  const sendsMail = useMail()
  const mine = { name: name.trim(), language }
  const isDirty = mine.name !== before.name || language !== before.language

  const take = (next: SessionUser) => {
    const settings = settingsOf(next)
    setTheirs(undefined)
    setBefore(settings)
    setName(settings.name)
    setLanguage(settings.language)
    takeUser(next)
    onChange()
  }
  const save = async (wanted: Settings, madeOn: Settings) => {
    await submit(async () => {
      try {
        const body = { ...wanted, before: madeOn }
        take((await call('PATCH /api/profile', { body, quiet: true })).user)
        showToast({ kind: 'success', text: t('saved') })
      } catch (error) {
        const current = failureData(error)?.current
        if (!current || !('email' in current)) throw error
        setTheirs(current)
      }
    })
  }
  const conflict = theirs && mergeEdit(before, mine, settingsOf(theirs))

  return (
    <form
      noValidate
      className="card mb-6 flex flex-col gap-4 p-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save(mine, before)
      }}
    >
      <LeaveGuard isDirty={isDirty} />
      <FormFailure failure={failure} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('name')} error={name.trim() === '' && t('needed')}>
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
        {sendsMail && (
          <Field label={t('language')} hint={t('languageHint')}>
            {(control) => (
              <Select
                {...control}
                value={language}
                choices={LOCALES.map((value) => ({ value, label: LOCALE_LABELS[value] }))}
                onChange={setLanguage}
              />
            )}
          </Field>
        )}
      </div>
      <div className="flex gap-2">
        <Button look="solid" type="submit" disabled={!isDirty || isBusy || name.trim() === ''}>
          {t('save')}
        </Button>
        {isDirty && (
          <Button
            onClick={() => {
              setName(before.name)
              setLanguage(before.language)
            }}
          >
            {t('revert')}
          </Button>
        )}
      </div>
      {theirs && conflict && (
        <ConflictDialog
          isBusy={isBusy}
          rows={conflict.differing.map((key) => ({
            label: t(key),
            theirs: wordOf(key, settingsOf(theirs)),
            mine: wordOf(key, conflict.merged),
          }))}
          onTakeTheirs={() => take(theirs)}
          onKeepMine={() => void save(conflict.merged, settingsOf(theirs))}
          onClose={() => setTheirs(undefined)}
        />
      )}
    </form>
  )
}

/** What the account is and holds; it is only read here. */
export function AccountFacts({ profile: { user, createdAt, keptBytes, quotaBytes } }: Pick<Props, 'profile'>) {
  const t = useTranslations('account')
  const format = useFormatter()
  const since = { role: t(`role.${user.role}`), date: format.dateTime(createdAt, { dateStyle: 'long' }) }
  const facts: readonly (readonly [name: string, value: string])[] = [
    [t('email'), user.email],
    [t('standing'), t('since', since)],
    [t('storage'), t('keptOf', { kept: fileSize(keptBytes, format), quota: fileSize(quotaBytes, format) })],
  ]
  return (
    <SettingGroup title={t('accountFacts')}>
      <dl className="grid gap-x-6 px-4 py-3 sm:grid-cols-[max-content_minmax(0,1fr)] sm:gap-y-2">
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere max-sm:mb-2 max-sm:last:mb-0">{value}</dd>
          </Fragment>
        ))}
      </dl>
    </SettingGroup>
  )
}

const wordOf = (key: keyof Settings, { name, language }: Settings) => (key === 'name' ? name : LOCALE_LABELS[language])
