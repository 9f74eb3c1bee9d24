import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useOnline } from '../../lib/use-online.ts'
import { Input } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { hostOf } from '../engine/host-of.ts'
import type { OwnTemplate, TemplateChanges, TemplateFailure } from './template-library.ts'

interface Props {
  id: string
  name: string
  note?: string
  isSelected: boolean
  onSelect: (id: string) => void
  onUse: () => void
  /** Given: it is the user's own and can be changed. */
  template?: OwnTemplate
  failure?: TemplateFailure | undefined
  onChange?: (id: string, changes: TemplateChanges) => void
  onRemove?: (template: OwnTemplate) => void
  onRefresh?: (template: OwnTemplate) => Promise<void>
  onEdit?: (template: OwnTemplate) => void
  accountEntry?: (template: OwnTemplate) => MenuEntry | undefined
}

/** One template of a list, to be chosen; the user's own have a menu. */
export function TemplateRow(props: Props) {
  const { id, name, note, isSelected, onSelect, onUse, template, failure } = props
  const [isRenaming, setRenaming] = useState(false)
  if (template && isRenaming)
    return (
      <li>
        <Rename
          name={name}
          onDone={(next) => {
            setRenaming(false)
            if (next) props.onChange?.(id, { name: next })
          }}
        />
      </li>
    )
  return (
    <li className="flex items-start gap-1">
      <label
        className="radio-card min-w-0 flex-1"
        data-testid={`template-${template ? 'own' : id}`}
        onDoubleClick={onUse}
      >
        <input
          type="radio"
          name="template"
          value={id}
          checked={isSelected}
          data-autofocus={isSelected || undefined}
          className="radio mt-0.5"
          onChange={() => onSelect(id)}
        />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{name}</span>
          <span className="block text-xs text-muted">{template ? <Origin template={template} /> : note}</span>
          {template && failure && <Cached template={template} failure={failure} />}
        </span>
      </label>
      {template && <Actions {...props} template={template} onRename={() => setRenaming(true)} />}
    </li>
  )
}

function Actions({
  template,
  onChange,
  onRemove,
  onRefresh,
  onRename,
  onEdit,
  accountEntry,
}: Props & { template: OwnTemplate; onRename: () => void }) {
  const t = useTranslations('configForm.template')
  const isOnline = useOnline()
  const { name, url, isKept } = template
  const entry = accountEntry?.(template)
  const label = t('menu', { name })
  return (
    <Menu
      label={label}
      align="end"
      trigger={<IconButton icon="ellipsis" size="small" label={label} data-testid="template-menu" />}
      items={[
        ...(url === undefined
          ? []
          : [
              {
                id: 'refresh',
                label: isOnline ? t('refresh') : t('offline'),
                icon: 'refresh-cw' as const,
                disabled: !isOnline,
                onSelect: () => void onRefresh?.(template),
              },
            ]),
        ...(url === undefined
          ? [{ id: 'edit', label: t('editText'), icon: 'file-text' as const, onSelect: () => onEdit?.(template) }]
          : []),
        { id: 'rename', label: t('rename'), icon: 'pencil', onSelect: onRename },
        {
          id: 'keep',
          label: t('keep'),
          checked: isKept,
          onSelect: () => onChange?.(template.id, { isKept: !isKept }),
        },
        ...(entry ? [entry] : []),
        'separator',
        { id: 'delete', label: t('delete'), icon: 'trash-2', danger: true, onSelect: () => onRemove?.(template) },
      ]}
    />
  )
}

function Rename({ name, onDone }: { name: string; onDone: (name?: string) => void }) {
  const t = useTranslations('configForm.template')
  return (
    <Input
      aria-label={t('name')}
      defaultValue={name}
      maxLength={80}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked to type here
      autoFocus
      onFocus={(event) => event.target.select()}
      onBlur={(event) => onDone(event.target.value.trim())}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
        // Neither takes the template nor closes the dialog.
        event.preventDefault()
        onDone(event.key === 'Enter' ? event.currentTarget.value.trim() : undefined)
      }}
    />
  )
}

function useTime(): (at: number) => string {
  const format = useFormatter()
  return (at) => format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' })
}

function Origin({ template: { url, at, isInAccount } }: { template: OwnTemplate }) {
  const t = useTranslations('configForm.template')
  const time = useTime()(at)
  const origin = url === undefined ? t('added', { time }) : t('origin', { host: hostOf(url), time })
  return isInAccount ? `${origin} · ${t('inAccount')}` : origin
}

function Cached({ template, failure }: { template: OwnTemplate; failure: TemplateFailure }) {
  const t = useTranslations('configForm.template')
  const time = useTime()(template.at)
  return (
    <span role="alert" className="block text-xs text-warning">
      {t('cached', { time, reason: t(`error.${failure}`) })}
    </span>
  )
}
