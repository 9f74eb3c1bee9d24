import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import type { GroupEdit, MappingRow } from '../../../workers/conversion-types.ts'
import { withCommon } from '../model.ts'
import { MoveButtons, moved } from '../row-tools.tsx'
import { useConvertState, useModel, useSession } from '../use-convert.ts'

const TYPES = ['select', 'url-test', 'fallback', 'load-balance'] as const

/** The groups of the result as they are now, and where nodes go. */
export function GroupsSection() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { groupEdits, mapping, rest, groupNames } = useModel().common
  const { result } = useConvertState()
  const groups = result?.groups ?? []
  const shown = [
    ...groups,
    ...Object.entries(groupEdits)
      .filter(([name, { removed }]) => removed || !groups.some((group) => group.name === (groupNames[name] ?? name)))
      .map(([name, edit]) => ({ name, type: edit.type ?? 'select', members: 0 })),
  ]
  const originalOf = (name: string) => Object.entries(groupNames).find(([, to]) => to === name)?.[0] ?? name
  const edit = (name: string, change: GroupEdit, kind = 'edit') =>
    session.change(
      (model) =>
        withCommon(model, {
          groupEdits: { ...model.common.groupEdits, [name]: { ...model.common.groupEdits[name], ...change } },
        }),
      kind,
    )
  const forget = (name: string) =>
    session.change((model) => {
      const { [name]: _, ...others } = model.common.groupEdits
      return withCommon(model, { groupEdits: others })
    })
  const putMapping = (next: readonly MappingRow[], kind = 'edit') =>
    session.change((model) => withCommon(model, { mapping: next }), kind)
  const editMapping = (index: number, change: Partial<MappingRow>) =>
    putMapping(
      mapping.map((row, at) => {
        if (at !== index) return row
        const next = { ...row, ...change }
        return Object.fromEntries(Object.entries(next).filter(([key, value]) => value !== '' || key === 'name'))
      }),
      'typing-mapping',
    )
  const add = () => {
    let number = 1
    const taken = new Set(shown.map(({ name }) => name))
    while (taken.has(`${t('group')} ${number}`)) number++
    edit(`${t('group')} ${number}`, { type: 'select' })
  }
  const names = groups.map(({ name }) => name)

  return (
    <>
      <ul className="flex flex-col gap-2">
        {shown.map(({ name: shownName, type, members }) => {
          const name = originalOf(shownName)
          const own = groupEdits[name] ?? {}
          return (
            <li key={name} className="rounded-lg border border-line">
              <details>
                <summary
                  className={`flex min-h-(--row) cursor-pointer items-center gap-2 px-3 text-sm ${own.removed ? 'text-muted line-through' : ''}`}
                >
                  <span className="min-w-0 flex-1 truncate font-medium">{shownName}</span>
                  <span className="font-mono text-xs text-muted">{type}</span>
                  <span className="text-xs text-muted tabular-nums">{t('members', { n: members })}</span>
                </summary>
                <div className="grid grid-cols-2 gap-2 border-t border-line p-3">
                  <Field label={t('name')}>
                    {(control) => (
                      <Input
                        {...control}
                        defaultValue={shownName}
                        onBlur={(event) => {
                          const to = event.target.value.trim()
                          if (to === '' || to === shownName) return
                          session.change((model) => {
                            const { [name]: _, ...others } = model.common.groupNames
                            return withCommon(model, { groupNames: to === name ? others : { ...others, [name]: to } })
                          })
                        }}
                      />
                    )}
                  </Field>
                  <Field label={t('type')}>
                    {(control) => (
                      <Select
                        {...control}
                        value={
                          own.type ??
                          ((TYPES as readonly string[]).includes(type)
                            ? (type as 'select')
                            : type === 'urltest'
                              ? 'url-test'
                              : 'select')
                        }
                        choices={TYPES.map((value) => ({ value, label: value }))}
                        onChange={(value) => edit(name, { type: value })}
                      />
                    )}
                  </Field>
                  <Field label={t('filter')} className="col-span-2">
                    {(control) => (
                      <Input
                        {...control}
                        value={own.filter ?? ''}
                        onChange={(event) => edit(name, { filter: event.target.value }, 'typing-group')}
                      />
                    )}
                  </Field>
                  <Field label={t('interval')}>
                    {(control) => (
                      <Input
                        {...control}
                        inputMode="numeric"
                        placeholder="600"
                        value={own.interval ?? ''}
                        onChange={(event) =>
                          edit(name, { interval: Number(event.target.value.replace(/\D/g, '')) || 0 }, 'typing-group')
                        }
                      />
                    )}
                  </Field>
                  <div className="flex items-end justify-end">
                    {own.removed ? (
                      <Button size="small" onClick={() => forget(name)}>
                        {t('restoreGroup')}
                      </Button>
                    ) : (
                      <IconButton
                        icon="trash-2"
                        label={t('removeGroup')}
                        onClick={() => edit(name, { removed: true })}
                      />
                    )}
                  </div>
                </div>
              </details>
            </li>
          )
        })}
      </ul>
      <Button size="small" icon="plus" className="self-start" onClick={add}>
        {t('addGroup')}
      </Button>
      <fieldset className="flex flex-col gap-2">
        <legend className="text-sm font-medium">{t('mapping')}</legend>
        <p className="text-xs text-muted">{t('mappingHint')}</p>
        {mapping.map((row, index) => (
          <div key={index} className="grid grid-cols-2 gap-2 rounded-lg border border-line p-2">
            <Input
              aria-label={t('filter')}
              placeholder={t('filter')}
              value={row.name ?? ''}
              onChange={(event) => editMapping(index, { name: event.target.value })}
            />
            <Input
              aria-label={t('region')}
              placeholder={`${t('region')} (JP)`}
              maxLength={2}
              value={row.region ?? ''}
              onChange={(event) => editMapping(index, { region: event.target.value.toUpperCase() })}
            />
            <Select
              aria-label={t('group')}
              value={row.group ?? ''}
              choices={[
                { value: '', label: t('group') },
                ...[...new Set([...names, ...(row.group ? [row.group] : [])])].map((value) => ({
                  value,
                  label: value,
                })),
              ]}
              onChange={(group) => editMapping(index, { group })}
            />
            <Input
              aria-label={t('rename')}
              placeholder={t('rename')}
              value={row.rename ?? ''}
              onChange={(event) => editMapping(index, { rename: event.target.value })}
            />
            <span className="col-span-2">
              <MoveButtons
                index={index}
                length={mapping.length}
                onMove={(by) => putMapping(moved(mapping, index, by))}
                onRemove={() => putMapping(mapping.filter((_, at) => at !== index))}
              />
            </span>
          </div>
        ))}
        <Button size="small" icon="plus" className="self-start" onClick={() => putMapping([...mapping, { name: '' }])}>
          {t('addMapping')}
        </Button>
        {mapping.length > 0 && (
          <Field label={t('rest')}>
            {(control) => (
              <Select
                {...control}
                value={rest ?? ''}
                choices={[{ value: '', label: t('finalTemplate') }, ...names.map((value) => ({ value, label: value }))]}
                onChange={(value) => session.change((model) => withCommon(model, { rest: value }))}
              />
            )}
          </Field>
        )}
      </fieldset>
    </>
  )
}
