import { useState } from 'react'
import { useFormatter, useNow, useTranslations } from 'use-intl'
import { LoadFailure } from '../../components/api-call/load-failure.tsx'
import type { DataOf } from '@switchyard/contract'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { call } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { useAgo } from '../../lib/use-ago.ts'
import { useApi } from '../../lib/use-loaded.ts'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx'
import { useProof } from './use-proof.tsx'

const EACH_MINUTE = { updateInterval: 60_000 }

type Person = DataOf<'GET /api/people'>[number]
type MadeLink = DataOf<'POST /api/people/invites'>

/** Who has an account here, and who was invited: the owner's page. */
export function People() {
  return (
    <>
      <PeopleList />
      <Invites />
    </>
  )
}

function PeopleList() {
  const t = useTranslations('account')
  const ago = useAgo(useNow(EACH_MINUTE).getTime())
  const me = useStore(session, undefined)?.user
  const people = useApi('GET /api/people', { quiet: true })
  const { isBusy, failure, submit } = useSubmit()
  const { prove, dialog } = useProof()
  const [link, setLink] = useState<MadeLink>()
  const [leaving, setLeaving] = useState<Person>()
  const change = async (work: () => Promise<unknown>) => {
    if (await submit(() => prove(work))) people.reload()
  }
  const actionsOf = (person: Person) => {
    const params = { id: person.id }
    const isDisabled = person.disabledAt !== null
    return [
      {
        id: 'reset',
        label: t('makeResetLink'),
        onSelect: () =>
          void submit(async () =>
            setLink(await prove(() => call('POST /api/people/:id/reset-link', { params, quiet: true }))),
          ),
      },
      {
        id: 'role',
        label: t(person.role === 'owner' ? 'makeMember' : 'makeOwner'),
        disabled: person.id === me?.id,
        onSelect: () =>
          void change(() =>
            call('PATCH /api/people/:id', {
              params,
              body: { role: person.role === 'owner' ? 'member' : 'owner' },
              quiet: true,
            }),
          ),
      },
      {
        id: 'disable',
        label: t(isDisabled ? 'enable' : 'disable'),
        disabled: person.id === me?.id,
        onSelect: () =>
          void change(() => call('PATCH /api/people/:id', { params, body: { disabled: !isDisabled }, quiet: true })),
      },
      'separator' as const,
      {
        id: 'delete',
        label: t('deletePerson'),
        danger: true,
        disabled: person.id === me?.id,
        onSelect: () => setLeaving(person),
      },
    ]
  }
  const seenWords = ({ id, seenAt }: Person) => {
    if (id === me?.id) return t('activeNow')
    return seenAt === null ? t('neverSeen') : t('lastSeen', { time: ago(seenAt) })
  }
  return (
    <SettingGroup title={people.data ? t('peopleCount', { count: people.data.length }) : t('people')}>
      {failure && (
        <div className="p-4">
          <FormFailure failure={failure} />
        </div>
      )}
      {people.isLoading && !people.data && <p className="p-4 text-muted">{t('loading')}</p>}
      {people.error !== undefined && <LoadFailure error={people.error} onRetry={people.reload} />}
      {people.data?.map((person) => (
        <SettingRow
          key={person.id}
          title={
            <span className="inline-flex flex-wrap items-center gap-2">
              {person.name}
              {person.id === me?.id && <Badge>{t('you')}</Badge>}
              {person.role === 'owner' && <Badge tone="info">{t('role.owner')}</Badge>}
              {person.disabledAt !== null && <Badge tone="warning">{t('disabled')}</Badge>}
            </span>
          }
          text={`${person.email} · ${seenWords(person)}`}
        >
          <Menu
            label={t('actionsFor', { name: person.name })}
            align="end"
            items={actionsOf(person)}
            trigger={<IconButton icon="ellipsis" label={t('actionsFor', { name: person.name })} disabled={isBusy} />}
          />
        </SettingRow>
      ))}
      {link && (
        <LinkDialog
          title={t('resetLinkTitle')}
          text={t('resetLinkText')}
          link={link}
          onClose={() => setLink(undefined)}
        />
      )}
      {leaving && (
        <ConfirmDialog
          danger
          title={t('deletePersonTitle', { name: leaving.name })}
          text={t('deletePersonText')}
          confirm={t('deletePerson')}
          onConfirm={() =>
            void change(() => call('DELETE /api/people/:id', { params: { id: leaving.id }, quiet: true }))
          }
          onClose={() => setLeaving(undefined)}
        />
      )}
      {dialog}
    </SettingGroup>
  )
}

function Invites() {
  const t = useTranslations('account')
  const format = useFormatter()
  const invites = useApi('GET /api/people/invites', {})
  const { isBusy, failure, submit } = useSubmit()
  const { prove, dialog } = useProof()
  const [label, setLabel] = useState('')
  const [link, setLink] = useState<MadeLink>()
  const make = async () => {
    const isMade = await submit(async () =>
      setLink(await prove(() => call('POST /api/people/invites', { body: { label: label.trim() }, quiet: true }))),
    )
    if (!isMade) return
    setLabel('')
    invites.reload()
  }
  const revoke = async (id: string) => {
    if (await submit(() => call('DELETE /api/people/invites/:id', { params: { id }, quiet: true }))) invites.reload()
  }
  return (
    <SettingGroup title={t('invites')}>
      {failure && (
        <div className="p-4">
          <FormFailure failure={failure} />
        </div>
      )}
      {invites.data?.length === 0 && <p className="p-4 text-muted">{t('noInvites')}</p>}
      {invites.data?.map(({ id, label, createdAt, expiresAt }) => (
        <SettingRow
          key={id}
          title={label || t('inviteWithoutName', { date: format.dateTime(createdAt, { dateStyle: 'medium' }) })}
          text={t('until', { date: format.dateTime(expiresAt, { dateStyle: 'medium', timeStyle: 'short' }) })}
        >
          <Button size="small" disabled={isBusy} onClick={() => void revoke(id)}>
            {t('revoke')}
          </Button>
        </SettingRow>
      ))}
      <form
        noValidate
        className="flex flex-wrap items-start gap-2 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        <Field label={t('inviteFor')} hint={t('inviteHint')} className="min-w-0 flex-1 basis-56">
          {(control) => (
            <Input {...control} value={label} maxLength={40} onChange={(event) => setLabel(event.target.value)} />
          )}
        </Field>
        <Button type="submit" icon="link" className="sm:mt-6" disabled={isBusy}>
          {t('makeInvite')}
        </Button>
      </form>
      {link && (
        <LinkDialog
          title={t('inviteLinkTitle')}
          text={t('inviteLinkText')}
          link={link}
          onClose={() => setLink(undefined)}
        />
      )}
      {dialog}
    </SettingGroup>
  )
}

interface LinkProps {
  title: string
  text: string
  link: MadeLink
  onClose: () => void
}

/** A link that is in no other answer: it is copied now or never. */
function LinkDialog({ title, text, link, onClose }: LinkProps) {
  const t = useTranslations('account')
  const format = useFormatter()
  return (
    <Dialog open size="small" title={title} onClose={onClose} footer={<Button onClick={onClose}>{t('done')}</Button>}>
      <p className="mb-3 text-muted">{text}</p>
      <div className="flex gap-2">
        <Input readOnly value={link.url} aria-label={title} className="min-w-0 flex-1 font-mono" />
        <CopyButton text={link.url} label={t('copy')} />
      </div>
      <p className="mt-3 text-muted">
        {t('until', { date: format.dateTime(link.expiresAt, { dateStyle: 'medium', timeStyle: 'short' }) })}
      </p>
    </Dialog>
  )
}
