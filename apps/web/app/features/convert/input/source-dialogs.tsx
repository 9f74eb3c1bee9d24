import { useState, type ChangeEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { ADDED_SOURCE, PREFIX_MAX, TEXT_SOURCE, withSourceSettings, type RecipeSource } from '@switchyard/recipe/model'
import { undoToast } from '../../../components/node-list/undo-toast.ts'
import { useSession } from '../session/use-convert.ts'
import { sourceName } from './source-name.ts'

const NAME_MAX = 80
const AGENT_MAX = 200
/** What a header of a request can carry. */
const AGENT = /^[\x20-\x7e]*$/

/** What a person may say about a source: its name, what stands before the names of its nodes, as whom it is asked for. */
export function SettingsDialog({ source, onClose }: { source: RecipeSource; onClose: () => void }) {
  const t = useTranslations('convert.source')
  const tc = useTranslations('convert')
  const session = useSession()
  const saved = { name: source.name, prefix: source.prefix ?? '', userAgent: source.userAgent ?? '' }
  const [given, setGiven] = useState(saved)
  const hasName = source.id !== TEXT_SOURCE && source.id !== ADDED_SOURCE
  const isAddress = source.kind === 'url'
  const isBad = !AGENT.test(given.userAgent)
  const next = { ...given, name: given.name.trim() || source.name, userAgent: given.userAgent.trim() }
  const dirty = JSON.stringify(next) !== JSON.stringify(saved)
  const save = () => {
    if (!dirty) return
    session.change((model) => withSourceSettings(model, source.id, next))
    undoToast(session, tc('undo'), t('settingsSaved', { name: next.name || sourceName(source, t) }))
  }
  const change = (key: keyof typeof given) => (event: ChangeEvent<HTMLInputElement>) =>
    setGiven({ ...given, [key]: event.target.value })
  return (
    <FormDialog
      title={t('settings')}
      dirty={dirty}
      apply={t('saveSettings')}
      canApply={!isBad}
      onApply={save}
      onClose={onClose}
    >
      {hasName && (
        <Field label={t('name')}>
          {(control) => <Input {...control} value={given.name} maxLength={NAME_MAX} onChange={change('name')} />}
        </Field>
      )}
      <Field label={t('prefix')} hint={t('prefixHint')}>
        {(control) => <Input {...control} value={given.prefix} maxLength={PREFIX_MAX} onChange={change('prefix')} />}
      </Field>
      {isAddress && (
        <Field label={t('userAgent')} hint={t('userAgentHint')} error={isBad && t('userAgentBad')}>
          {(control) => (
            <Input
              {...control}
              value={given.userAgent}
              maxLength={AGENT_MAX}
              placeholder="clash.meta"
              autoCapitalize="off"
              spellCheck={false}
              onChange={change('userAgent')}
            />
          )}
        </Field>
      )}
    </FormDialog>
  )
}
