import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { FoundImport } from '@switchyard/recipe'
import { ConflictDialog } from '../../components/api-call/conflict-dialog.tsx'
import type { Handover } from '../../components/handover/handover.ts'
import { mergeEdit } from '../../components/api-call/merge-edit.ts'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { RELAY_AGENTS, type RelayAgent as Agent } from '../../components/api-call/relay.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input, Textarea } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { useConverterAddress } from './use-converter-address.ts'
import { useItemSubmit } from './use-item-submit.ts'
import { freeName, refusalOf, type Item, type ItemRepository, type NewItemBody } from './item-repository.ts'

const HOUR_S = 3600
const INTERVALS_H = [1, 3, 6, 12, 24, 72, 168] as const
const OWN_AGENT = 'own'
// The entries of the table, whose keys `Object.entries` does not name.
const AGENTS = Object.entries(RELAY_AGENTS) as [Agent, string][]

type Place = ItemRepository['place']

/** What the form says of an item. */
interface Settings {
  name: string
  /** Empty: it stays as it is. */
  body: string
  intervalH: string
  userAgent: Agent | typeof OWN_AGENT
  prefix: string
  fromServer: boolean
}

const settingsOf = ({ name, intervalS, userAgent, prefix = '', fromServer }: Item): Settings => ({
  name,
  body: '',
  intervalH: String(intervalS / HOUR_S),
  userAgent: userAgent ?? OWN_AGENT,
  prefix,
  fromServer,
})

const itemOf = ({ intervalH, userAgent, prefix, fromServer, ...rest }: Settings, place: Place): NewItemBody => ({
  ...rest,
  intervalS: Number(intervalH) * HOUR_S,
  ...(place === 'server' ? { fromServer } : {}),
  ...(userAgent === OWN_AGENT ? {} : { userAgent }),
  ...(prefix === '' ? {} : { prefix }),
})

interface Props {
  /** One to change; none makes a new one. */
  item?: Item
  /** What a new one begins with. */
  given?: Handover['keeps']
  /** Names that are taken: a free one is offered. */
  names: readonly string[]
  /** Where a new one may be kept, or where this one is; the first is offered. */
  places: readonly [Place, ...Place[]]
  onSave: (item: NewItemBody, place: Place, madeOn?: Item) => Promise<unknown>
  /** How the item to change is now. */
  readNow: (place: Place) => Promise<Item | undefined>
  /** It is taken as it was saved elsewhere. */
  onTaken: () => void
  /** An address of a converter was given: its sources are wanted in its place. */
  onTakeApart: (found: FoundImport) => void
  /** What the item to change is made of; it is asked for by a press. */
  readBody?: () => Promise<string>
  onClose: () => void
}

/** A source that is kept: an address that is fetched, or share links. */
export function ItemDialog({
  item,
  given,
  names,
  places,
  onSave,
  readNow,
  onTaken,
  onTakeApart,
  readBody,
  onClose,
}: Props) {
  const t = useTranslations('subscribe')
  const [name, setName] = useState(item?.name ?? given?.name ?? '')
  const [body, setBody] = useState(given?.body ?? '')
  /** What it was made of before, once that was shown. */
  const [shown, setShown] = useState('')
  const { isBusy: isReading, failure: unread, submit: read } = useItemSubmit()
  const show = () =>
    read(async () => {
      const now = (await readBody?.()) ?? ''
      setShown(now)
      setBody(now)
    })
  const [userAgent, setUserAgent] = useState<Agent | typeof OWN_AGENT>(item?.userAgent ?? OWN_AGENT)
  const [prefix, setPrefix] = useState(item?.prefix ?? '')
  const [intervalH, setIntervalH] = useState(String((item?.intervalS ?? 12 * HOUR_S) / HOUR_S))
  const [fromServer, setFromServer] = useState(item?.fromServer ?? true)
  const [place, setPlace] = useState(places[0])
  const [isTried, setTried] = useState(false)
  const [theirs, setTheirs] = useState<Item>()
  const { isBusy, failure, submit } = useItemSubmit()

  const taken = names.some((one) => one === name.trim() && one !== item?.name)
  const isAddress = item
    ? item.kind === 'address' && (body.trim() === '' || body === shown)
    : /^https?:\/\/\S+$/i.test(body.trim())
  const inside = useConverterAddress(item ? '' : body.trim())
  const bodyMissing = !item && body.trim() === ''
  const wordOf = (key: keyof Settings, settings: Settings, body: string) => {
    if (key === 'body') return body
    if (key === 'intervalH') return t('hours', { count: Number(settings.intervalH) })
    if (key === 'userAgent')
      return settings.userAgent === OWN_AGENT ? t('userAgentOwn') : RELAY_AGENTS[settings.userAgent]
    if (key === 'fromServer') return t(settings.fromServer ? 'yes' : 'no')
    return settings[key]
  }
  const isDirty = body !== shown || name !== (item?.name ?? '')

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '' || taken || bodyMissing) return
    await send(mine, item)
  }
  const mine: Settings = {
    name: name.trim(),
    body: body === shown ? '' : body.trim(),
    intervalH,
    userAgent,
    prefix,
    fromServer,
  }
  const send = async (wanted: Settings, madeOn?: Item) => {
    const isSaved = await submit(async () => {
      try {
        await onSave(itemOf(wanted, place), place, madeOn)
        return onClose()
      } catch (error) {
        if (refusalOf(error) !== 'conflict') throw error
        const now = await readNow(place)
        if (!now) throw error
        setTheirs(now)
      }
    })
    if (!isSaved) setTheirs(undefined)
  }
  const conflict = item && theirs && mergeEdit(settingsOf(item), mine, settingsOf(theirs))

  return (
    <Dialog
      open
      title={t(item ? 'editItem' : 'newItem')}
      dirty={isDirty}
      onClose={onClose}
      data-testid="item-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="solid" type="submit" form="item" disabled={isBusy}>
            {t(item ? 'save' : place === 'device' ? 'saveHere' : 'saveOnServer')}
          </Button>
        </>
      }
    >
      <form id="item" noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
        <FormFailure failure={failure ?? unread} />
        {places.length > 1 && (
          <RadioCards
            legend={t('keptWhere')}
            value={place}
            className="grid gap-2 sm:grid-cols-2"
            cards={places.map((value) => ({ value, label: t(`place.${value}`), note: t(`placeNote.${value}`) }))}
            onChange={setPlace}
          />
        )}
        <Field
          label={t('name')}
          error={
            taken
              ? t('nameTaken', { free: freeName(name.trim(), names) })
              : isTried && name.trim() === '' && t('needed')
          }
        >
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={64}
              data-autofocus
              placeholder={t('namePlaceholder')}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field
          label={t('body')}
          hint={t(item ? 'bodyKept' : 'bodyHint')}
          error={isTried && bodyMissing ? t('needed') : failure?.field === 'body' && t('bodyRefused')}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              value={body}
              className="font-mono"
              placeholder={item ? '••••••••' : 'https://'}
              onChange={(event) => setBody(event.target.value)}
            />
          )}
        </Field>
        {readBody && shown === '' && body === '' && (
          <Button icon="eye" className="-mt-2 self-start" disabled={isReading} onClick={() => void show()}>
            {t('showBodyNow')}
          </Button>
        )}
        {inside && (
          <div role="status" className="flex flex-wrap items-center gap-2 text-muted" data-testid="converter">
            <p className="min-w-48 flex-1">{t('converterFound', { count: inside.items.length })}</p>
            <Button size="small" onClick={() => onTakeApart(inside)}>
              {t('takeApart')}
            </Button>
          </div>
        )}
        {isAddress && (
          <div className="grid gap-4 sm:grid-cols-2">
            {place === 'server' && (
              <Field label={t('interval')}>
                {(control) => (
                  <Select
                    {...control}
                    value={intervalH}
                    choices={[...new Set([...INTERVALS_H.map(String), intervalH])].map((value) => ({
                      value,
                      label: t('hours', { count: Number(value) }),
                    }))}
                    onChange={setIntervalH}
                  />
                )}
              </Field>
            )}
            <Field label={t('userAgent')} hint={t(place === 'device' ? 'userAgentHintHere' : 'userAgentHint')}>
              {(control) => (
                <Select
                  {...control}
                  value={userAgent}
                  choices={[
                    { value: OWN_AGENT, label: t('userAgentOwn') },
                    ...AGENTS.map(([value, label]) => ({ value, label })),
                  ]}
                  onChange={setUserAgent}
                />
              )}
            </Field>
          </div>
        )}
        <Field label={t('prefix')} hint={t('prefixHint')}>
          {(control) => (
            <Input {...control} value={prefix} maxLength={64} onChange={(event) => setPrefix(event.target.value)} />
          )}
        </Field>
        {isAddress && place === 'server' && (
          <Checkbox checked={fromServer} onChange={setFromServer}>
            {t('fromServer')}
          </Checkbox>
        )}
        <p className="text-muted">{t(place === 'device' ? 'keptHere' : 'keptSealed')}</p>
      </form>
      {theirs && conflict && (
        <ConflictDialog
          isBusy={isBusy}
          rows={conflict.differing.map((key) => ({
            label: t(key === 'intervalH' ? 'interval' : key),
            theirs: wordOf(key, settingsOf(theirs), theirs.host ?? t('kind.links')),
            mine: wordOf(key, conflict.merged, t('bodyTyped')),
          }))}
          onTakeTheirs={() => {
            onTaken()
            onClose()
          }}
          onKeepMine={() => void send(conflict.merged, theirs)}
          onClose={() => setTheirs(undefined)}
        />
      )}
    </Dialog>
  )
}
