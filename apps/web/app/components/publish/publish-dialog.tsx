import { useState, type ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { DataOf } from '@switchyard/contract'
import { OUTPUT_FACTS } from '@switchyard/convert/facts'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { failureData } from '../api-call/api-failure.ts'
import { ConflictDialog } from '../api-call/conflict-dialog.tsx'
import { FormFailure } from '../api-call/form-failure.tsx'
import { useSubmit } from '../api-call/use-submit.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { AddressView } from './address-view.tsx'

/** What is published: the file of a recipe, which of its sources are kept items, and the client it is made for first. */
export interface PublishedRecipe {
  recipe: string
  items: Record<string, string>
  client: string
}

type Output = DataOf<'GET /api/outputs/:output'>

const NEW = ''

interface Props {
  /** What it is called, where that is known already. */
  name: string
  /** What goes to the server with the button. */
  note: ReactNode
  /** Made when it is sent: until then nothing leaves the page. */
  recipe: () => Promise<PublishedRecipe>
  /** What the work was opened to change: it is offered first, and the change is made on its revision. */
  over?: Pick<Output, 'id' | 'name' | 'revision'> | undefined
  onSaved?: (output: Output) => void
  /** What was published elsewhere meanwhile is to take the place of the work. */
  onTakeTheirs?: (theirs: Output) => void
  onClose: () => void
  /** It is published, and the address was seen. */
  onPublished?: () => void
}

/** Makes an address of a conversion that clients fetch, or gives an address that there is a new conversion. */
export function PublishDialog({ name: given, note, recipe, over, onSaved, onTakeTheirs, onClose, onPublished }: Props) {
  const t = useTranslations('publish')
  const format = useFormatter()
  const [name, setName] = useState(given)
  const [into, setInto] = useState(over?.id ?? NEW)
  const [made, setMade] = useState<Output>()
  const [theirs, setTheirs] = useState<Output>()
  const { isBusy, failure, submit } = useSubmit()
  const outputs = useLoaded(async (signal) => (await call('GET /api/outputs', { quiet: true, signal })).outputs)
  const known = outputs.data ?? []

  const keep = (output: Output) => {
    onSaved?.(output)
    setTheirs(undefined)
    setMade(output)
  }
  const publish = async (old: Pick<Output, 'id' | 'revision'> | undefined) => {
    if (!old && name.trim() === '') return
    await submit(async () => {
      const made = await recipe()
      if (!old) return keep(await call('POST /api/outputs', { body: { name: name.trim(), ...made }, quiet: true }))
      const params = { output: old.id }
      const body = { revision: old.revision, ...made }
      try {
        keep(await call('PATCH /api/outputs/:output', { params, body, quiet: true }))
      } catch (error) {
        const now = failureData(error)?.current
        if (!now || !('recipe' in now)) throw error
        setTheirs(now)
      }
    })
  }

  const leave = () => {
    onClose()
    onPublished?.()
  }
  const [address] = made?.addresses ?? []
  if (made && address)
    return (
      <Dialog
        open
        size="small"
        title={t('done')}
        onClose={leave}
        data-testid="published"
        footer={
          <Button look="solid" onClick={leave}>
            {t('close')}
          </Button>
        }
      >
        <AddressView output={made.id} address={address.id} name={made.name} />
      </Dialog>
    )
  return (
    <Dialog
      open
      size="small"
      title={t('title')}
      dirty={name !== given}
      onClose={onClose}
      data-testid="publish"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="solid" type="submit" form="publish" disabled={isBusy || (into === NEW && name.trim() === '')}>
            {t(isBusy ? 'publishing' : into === NEW ? 'publish' : 'update')}
          </Button>
        </>
      }
    >
      <form
        id="publish"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void publish(into === over?.id ? over : known.find(({ id }) => id === into))
        }}
      >
        <FormFailure failure={failure} />
        {known.length > 0 && (
          <Field label={t('where')}>
            {(control) => (
              <Select
                {...control}
                value={into}
                choices={[
                  { value: NEW, label: t('asNew') },
                  ...known.map(({ id, name }) => ({ value: id, label: t('into', { name }) })),
                ]}
                onChange={setInto}
              />
            )}
          </Field>
        )}
        {into === NEW && (
          <Field label={t('name')} hint={t('nameHint')}>
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
        )}
        <p>{t('everyClient', { clients: OUTPUT_FACTS.map(({ title }) => title).join(t('comma')) })}</p>
        <p className="text-muted">{note}</p>
        <p className="text-muted">{t('whoReads')}</p>
      </form>
      {theirs && (
        <ConflictDialog
          isBusy={isBusy}
          rows={[
            {
              label: t('config'),
              theirs: t('configThere', {
                value: String(theirs.version ?? 0),
                time: format.dateTime(theirs.updatedAt, { dateStyle: 'medium', timeStyle: 'short' }),
              }),
              mine: t('configHere'),
            },
          ]}
          onTakeTheirs={() => {
            onTakeTheirs?.(theirs)
            onClose()
          }}
          onKeepMine={() => void publish(theirs)}
          onClose={() => setTheirs(undefined)}
        />
      )}
    </Dialog>
  )
}
