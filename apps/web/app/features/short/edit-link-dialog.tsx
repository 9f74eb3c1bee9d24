import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { ShortLink, WholeShortLink } from '@switchyard/contract'
import { failureData } from '../../components/api-call/api-failure.ts'
import { ConflictDialog } from '../../components/api-call/conflict-dialog.tsx'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { LoadFailure } from '../../components/api-call/load-failure.tsx'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { call } from '../../lib/api.ts'
import { useApi } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { endOf, type Span, SPANS } from './expiry.ts'
import { targetMistake } from './link-mistakes.ts'

interface Props {
  link: ShortLink
  onSaved: () => void
  onClose: () => void
}

/** Points a link somewhere else: its code stays. */
export function EditLinkDialog({ link, ...rest }: Props) {
  const t = useTranslations('short')
  const whole = useApi('GET /api/short-links/:link', { params: { link: link.id }, quiet: true })
  const title = t('editTitle', { code: link.code })
  if (whole.data !== undefined) return <EditForm {...rest} title={title} link={whole.data} />
  return (
    <Dialog open size="small" title={title} onClose={rest.onClose}>
      {whole.error === undefined ? (
        <p className="text-muted">{t('loading')}</p>
      ) : (
        <LoadFailure error={whole.error} onRetry={whole.reload} />
      )}
    </Dialog>
  )
}

/** `stay`: as it is. */
type NextSpan = Span | 'stay'

function EditForm({ link, title, onSaved, onClose }: Omit<Props, 'link'> & { title: string; link: WholeShortLink }) {
  const t = useTranslations('short')
  const format = useFormatter()
  // What was there when the window opened: what comes later is not written over what is typed.
  const [before] = useState(link)
  const [target, setTarget] = useState(before.target)
  const [span, setSpan] = useState<NextSpan>('stay')
  const [password, setPassword] = useState('')
  const [isOpened, setOpened] = useState(false)
  const [isTried, setTried] = useState(false)
  const [theirs, setTheirs] = useState<ShortLink>()
  const { isBusy, failure, submit, clear } = useSubmit()
  const mistake = targetMistake(target)
  const isDirty = target !== before.target || span !== 'stay' || password !== '' || isOpened

  const save = async (revision: number) => {
    setTried(true)
    if (mistake) return
    const isSaved = await submit(async () => {
      try {
        await call('PATCH /api/short-links/:link', {
          params: { link: before.id },
          body: {
            revision,
            ...(target === before.target ? {} : { target: target.trim() }),
            ...(span === 'stay' ? {} : { expiresAt: endOf(span, Date.now()) ?? null }),
            ...(isOpened ? { password: null } : password === '' ? {} : { password }),
          },
          quiet: true,
        })
      } catch (error) {
        const now = failureData(error)?.current
        if (now && 'code' in now) setTheirs(now)
        throw error
      }
    })
    if (isSaved) onSaved()
  }
  const ends = before.expiresAt === undefined ? t('span.never') : format.dateTime(before.expiresAt, { dateStyle: 'medium', timeStyle: 'short' }) // oxfmt-ignore
  return (
    <Dialog
      open
      size="small"
      title={title}
      dirty={isDirty}
      onClose={onClose}
      data-testid="edit-link"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="solid" type="submit" form="edit-link" disabled={isBusy || !isDirty}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        id="edit-link"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save(before.revision)
        }}
      >
        {failure?.field !== 'target' && <FormFailure failure={failure} />}
        <Field
          label={t('target')}
          hint={t('codeStays')}
          error={failure?.field === 'target' ? failure.text : isTried && mistake && t(`targetMistake.${mistake}`)}
        >
          {(control) => (
            <Input
              {...control}
              type="url"
              inputMode="url"
              data-autofocus
              value={target}
              onChange={(event) => {
                setTarget(event.target.value)
                clear()
              }}
            />
          )}
        </Field>
        <Field label={t('expiry')}>
          {(control) => (
            <Select<NextSpan>
              {...control}
              value={span}
              choices={[
                { value: 'stay', label: t('stays', { value: ends }) },
                ...SPANS.map((value) => ({ value, label: t(`span.${value}`) })),
              ]}
              onChange={setSpan}
            />
          )}
        </Field>
        <Field label={t(before.hasPassword ? 'newPassword' : 'password')}>
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="new-password"
              value={password}
              disabled={isOpened}
              maxLength={128}
              placeholder={t(before.hasPassword ? 'passwordStays' : 'passwordPlaceholder')}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        {before.hasPassword && (
          <Checkbox checked={isOpened} onChange={setOpened}>
            {t('removePassword')}
          </Checkbox>
        )}
      </form>
      {theirs && (
        <ConflictDialog
          isBusy={isBusy}
          rows={[{ label: t('leadsTo'), theirs: theirs.host, mine: URL.parse(target.trim())?.host ?? '' }]}
          onTakeTheirs={onSaved}
          onKeepMine={() => void save(theirs.revision)}
          onClose={() => setTheirs(undefined)}
        />
      )}
    </Dialog>
  )
}
