import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
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
    <>
      {rows.map((row, at) => {
        const edit = (part: Partial<GroupDraft>) => onChange(rows.with(at, { ...row, ...part }))
        const isThere = there.includes(row.name.trim())
        return (
          <fieldset key={at} className="card grid gap-3 p-3 sm:grid-cols-2">
            <legend className="sr-only">{t('of.group', { name: row.name || t('unnamed') })}</legend>
            <Field label={t('name')} hint={isThere ? t('groupThere') : undefined}>
              {(control) => (
                <Input {...control} value={row.name} onChange={(event) => edit({ name: event.target.value })} />
              )}
            </Field>
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
            <IconButton
              icon="trash-2"
              className="self-end justify-self-end sm:col-start-2"
              label={t('removeNamed', { name: row.name || t('unnamed') })}
              onClick={() => onChange(rows.toSpliced(at, 1))}
            />
          </fieldset>
        )
      })}
      <Button icon="plus" className="self-start" onClick={() => onChange([...rows, NEW_GROUP])}>
        {t('addGroup')}
      </Button>
    </>
  )
}
