import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { MenuEntry } from '../../ui/menu.tsx'
import type { OwnTemplate, TemplateChanges, TemplateFailure } from './template-library.ts'
import { TemplateRow } from './template-row.tsx'

/** A template that comes with the site, as it is called. */
interface BuiltinTemplate {
  id: string
  name: string
  note: string
}

/** What can be done with the user's own templates. */
export interface OwnTemplateActions {
  /** Why one could not be fetched again, by its id. */
  failed: Readonly<Record<string, TemplateFailure | undefined>>
  change: (id: string, changes: TemplateChanges) => void
  remove: (template: OwnTemplate) => void
  refresh: (template: OwnTemplate) => Promise<void>
  /** The entry of a template’s menu that moves it to the account, or out of it. */
  accountEntry: (template: OwnTemplate) => MenuEntry | undefined
}

interface Props {
  builtins: readonly BuiltinTemplate[]
  owned: readonly OwnTemplate[]
  selected: string | undefined
  actions: OwnTemplateActions
  onSelect: (id: string) => void
  onUse: () => void
  onEdit: (template: OwnTemplate) => void
}

/** Templates, one of which is chosen; Enter uses it. */
export function TemplateList({ builtins, owned, selected, actions, onSelect, onUse, onEdit }: Props) {
  const t = useTranslations('configForm.template')
  const { failed, change, remove, refresh, accountEntry } = actions
  const list = useRef<HTMLUListElement>(null)
  const rowOf = (id: string) => ({
    id,
    isSelected: selected === id,
    onSelect,
    onUse,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onUse()
      }}
    >
      <ul ref={list} aria-label={t('list')} className="grid gap-2">
        {builtins.map(({ id, name, note }) => (
          <TemplateRow key={id} {...rowOf(id)} name={name} note={note} />
        ))}
        {owned.map((template) => (
          <TemplateRow
            key={template.id}
            {...rowOf(template.id)}
            name={template.name}
            template={template}
            failure={failed[template.id]}
            onChange={change}
            onRemove={() => {
              remove(template)
              list.current?.closest('[role=tabpanel]')?.querySelector<HTMLElement>('input, button')?.focus()
            }}
            onRefresh={refresh}
            onEdit={onEdit}
            accountEntry={accountEntry}
          />
        ))}
      </ul>
      <button type="submit" hidden />
    </form>
  )
}
