import type { FormFields } from '@switchyard/convert/configs'
import { useTranslations } from 'use-intl'
import { Combobox } from '../../../ui/combobox.tsx'
import { useFormContext } from './form-context.ts'
import { VirtualRows } from './virtual-rows.tsx'

interface Props {
  label: string
  labelId: string
  path: FormFields['path']
  names: readonly string[]
  /** Those that can be added. */
  choices: readonly string[]
}

/** Names in their order: members of a group, providers that it uses. */
export function NameList({ label, labelId, path, names, choices }: Props) {
  const t = useTranslations('formEditor')
  const { isFrozen, run } = useFormContext()
  const chosen = new Set(names)
  const left = choices.filter((name) => !chosen.has(name))
  return (
    <div className="flex flex-col gap-1" role="group" aria-labelledby={labelId}>
      <VirtualRows
        label={label}
        rows={names}
        nameOf={(name) => name}
        isFixed={isFrozen}
        onMove={(from, to) => run({ kind: 'move', path, from, to }, t('did.moved', { name: names[from]!, n: to + 1 }))}
        onRemove={(index) =>
          run({ kind: 'remove-items', path, indexes: [index] }, t('did.removed', { name: names[index]! }))
        }
        renderRow={(name) => <span className="min-w-0 flex-1 truncate text-sm">{name}</span>}
      />
      {left.length > 0 && !isFrozen && (
        <Combobox
          aria-label={t('addNameTo', { name: label })}
          placeholder={t('addName')}
          emptyText={t('noName')}
          value={undefined}
          choices={left.map((name) => ({ value: name, label: name }))}
          onChange={(name) => run({ kind: 'set', path, value: [...names, name] }, t('did.added', { name }))}
        />
      )}
    </div>
  )
}
