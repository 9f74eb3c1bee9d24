import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { NewNodeSite, SitePreview } from '@switchyard/contract'
import { FREE_SOURCE_KINDS } from '@switchyard/contract/free-node-kinds'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { isWebAddress } from '../../components/engine/host-of.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'

export type SiteForm = NewNodeSite

const INTERVALS_MIN = [10, 30, 60, 360, 1440] as const
const MINUTE_S = 60
const NAME_MAX = 64
const NEW: SiteForm = { name: '', address: '', kind: 'subscription', intervalS: 3600, enabled: true }

interface Props {
  /** What is edited; undefined: a new one. */
  site: SiteForm | undefined
  onPreview: (asked: Pick<SiteForm, 'address' | 'kind'>) => Promise<SitePreview>
  onSave: (form: SiteForm) => Promise<unknown>
  /** In words, what fails on this device. */
  wordsFor?: (error: unknown) => string | undefined
  onClose: () => void
}

/** A source: what it is called, where it is, and what it answers now. */
export function SiteDialog({ site, onPreview, onSave, wordsFor, onClose }: Props) {
  const t = useTranslations('freeNodes')
  const tu = useTranslations('ui')
  const { name, address, kind, intervalS, enabled } = site ?? NEW
  const [form, setForm] = useState<SiteForm>({ name, address, kind, intervalS, enabled })
  const [preview, setPreview] = useState<SitePreview>()
  const { isBusy, failure, submit } = useSubmit(wordsFor)
  const set = (part: Partial<SiteForm>) => {
    setForm((now) => ({ ...now, ...part }))
    if (part.address !== undefined || part.kind !== undefined) setPreview(undefined)
  }
  const typed = { ...form, name: form.name.trim(), address: form.address.trim() }
  const isAddress = isWebAddress(typed.address)
  const look = () => submit(async () => setPreview(await onPreview({ address: typed.address, kind: typed.kind })))
  const save = async () => {
    if (await submit(() => onSave(typed))) onClose()
  }
  const intervals = [...new Set([...INTERVALS_MIN, intervalS / MINUTE_S])].toSorted((a, b) => a - b)
  const isDirty = JSON.stringify(form) !== JSON.stringify({ name, address, kind, intervalS, enabled })
  return (
    <Dialog
      open
      title={t(site ? 'site.edit' : 'site.add')}
      dirty={isDirty}
      onClose={onClose}
      data-testid="site-dialog"
      footer={
        <>
          <Button className="mr-auto" disabled={!isAddress || isBusy} data-testid="site-preview" onClick={() => void look()}>
            {t('site.preview')}
          </Button>
          <Button onClick={onClose}>{tu('cancel')}</Button>
          <Button look="solid" disabled={!isAddress || typed.name === '' || isBusy} onClick={() => void save()}>
            {t('site.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormFailure failure={failure} />
        <Field label={t('site.name')}>
          {(control) => (
            <Input {...control} value={form.name} maxLength={NAME_MAX} onChange={(event) => set({ name: event.target.value })} />
          )}
        </Field>
        <Field label={t('site.address')} error={form.address !== '' && !isAddress && t('failure.address')}>
          {(control) => (
            <Input
              {...control}
              type="url"
              inputMode="url"
              placeholder="https://"
              value={form.address}
              onChange={(event) => set({ address: event.target.value })}
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('site.kindLabel')} hint={t(`site.kindHint.${form.kind}`)}>
            {(control) => (
              <Select
                {...control}
                value={form.kind}
                choices={FREE_SOURCE_KINDS.map((value) => ({ value, label: t(`site.kind.${value}`) }))}
                onChange={(value) => set({ kind: value })}
              />
            )}
          </Field>
          <Field label={t('site.interval')}>
            {(control) => (
              <Select
                {...control}
                value={String(form.intervalS / MINUTE_S)}
                choices={intervals.map((minutes) => ({ value: String(minutes), label: t('site.every', { minutes }) }))}
                onChange={(value) => set({ intervalS: Number(value) * MINUTE_S })}
              />
            )}
          </Field>
        </div>
        <Checkbox checked={form.enabled} onChange={(enabled) => set({ enabled })}>
          {t('site.enabled')}
        </Checkbox>
        {preview && <Preview preview={preview} />}
      </div>
    </Dialog>
  ) // oxfmt-ignore
}

function Preview({ preview: { nodes, skipped, information, first } }: { preview: SitePreview }) {
  const t = useTranslations('freeNodes')
  return (
    <section className="rounded-md border border-line bg-sunken p-3" aria-label={t('site.preview')} data-testid="site-answer">
      <p role="status" className="font-medium">
        {t('site.found', { nodes, skipped, information })}
      </p>
      <ul className="mt-1 text-sm text-muted">
        {first.map(({ name, protocol, region }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- names may be equal, and nothing here moves
          <li key={at} className="truncate">
            {[region, name, protocol].filter(Boolean).join(' · ')}
          </li>
        ))}
      </ul>
    </section>
  ) // oxfmt-ignore
}
