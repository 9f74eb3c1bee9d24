import { useTranslations } from 'use-intl'
import { Field, Textarea } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { DraftRows } from './draft-rows.tsx'
import { GROUP_KINDS, type GroupDraft, IF_THERE, NEW_GROUP } from './injection-set.ts'

interface Props {
  rows: readonly GroupDraft[]
  /** The client tells kinds of groups apart. */
  hasKinds: boolean
  /** Groups of the config. */
  there: readonly string[]
  onChange: (rows: readonly GroupDraft[]) => void
}

/** Groups with their members; one whose name the config has is kept there or replaced. */
export function GroupRows({ rows, hasKinds, there, onChange }: Props) {
  const t = useTranslations('inject')
  return (
    <DraftRows
      kind="group"
      rows={rows}
      fresh={NEW_GROUP}
      addLabel={t('addGroup')}
      hintOf={({ name }) => (there.includes(name.trim()) ? t('groupThere') : undefined)}
      onChange={onChange}
    >
      {(row, edit) => (
        <>
          {hasKinds && (
            <Field label={t('kind')}>
              {(control) => (
                <Select
                  {...control}
                  value={row.kind}
                  choices={GROUP_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
                  onChange={(kind) => edit({ kind })}
                />
              )}
            </Field>
          )}
          <Field label={t('members')} hint={t('oneALine')} className="sm:col-span-2">
            {(control) => (
              <Textarea
                {...control}
                value={row.members}
                rows={3}
                onChange={(event) => edit({ members: event.target.value })}
              />
            )}
          </Field>
          <Field label={t('ifThere')}>
            {(control) => (
              <Select
                {...control}
                value={row.ifThere}
                choices={IF_THERE.map((value) => ({ value, label: t(`ifThereKinds.${value}`) }))}
                onChange={(ifThere) => edit({ ifThere })}
              />
            )}
          </Field>
        </>
      )}
    </DraftRows>
  )
}
