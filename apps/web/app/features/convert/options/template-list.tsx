import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { BuiltinName } from '@switchyard/recipe/model'
import type { OwnTemplate } from '../session/template-library.ts'
import { TemplateRow } from './template-row.tsx'
import type { OwnTemplateActions } from './use-own-templates.ts'

interface Props {
  builtins: readonly BuiltinName[]
  owned: readonly OwnTemplate[]
  selected: string | undefined
  /** What can be done with the user's own. */
  actions: OwnTemplateActions
  onSelect: (id: string) => void
  onUse: () => void
}

/** Templates, one of which is chosen; Enter uses it. */
export function TemplateList({ builtins, owned, selected, actions, onSelect, onUse }: Props) {
  const t = useTranslations('convert.template')
  const tc = useTranslations('convert')
  const { failed, change, remove, refresh } = actions
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
        {builtins.map((name) => (
          <TemplateRow key={name} {...rowOf(name)} name={tc(`opt.${name}`)} note={tc(`opt.${name}Note`)} />
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
          />
        ))}
      </ul>
      <button type="submit" hidden />
    </form>
  )
}
