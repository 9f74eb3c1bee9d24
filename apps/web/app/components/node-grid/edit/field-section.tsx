import { Switch } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { NodeFieldControl, withOwn } from './field-control.tsx'
import { useGrid } from '../grid-context.ts'
import { getAt } from '@switchyard/recipe/model'
import { fieldText, type FieldIssue } from './field-values.ts'
import { startPlugin, startTransport } from '@switchyard/convert/forms'
import type { FieldSection } from './form-sections.ts'
import type { LinkPreview, NodeRecord } from '../types.ts'

/** Parts that are of one kind or another: the field that says which, and what a new one starts as. */
const KINDS = {
  transport: { at: 'type', label: 'field.transportType', none: 'tcp', start: startTransport },
  plugin: { at: 'name', label: 'field.plugin', none: undefined, start: startPlugin },
} as const

/** These two are read together: they stand in one row. */
const IN_ONE_ROW: ReadonlySet<string> = new Set(['server', 'port'])

export type ChangeField = (path: readonly string[], value: unknown, issue?: FieldIssue) => void

interface Props {
  section: FieldSection
  node: NodeRecord
  issues: ReadonlyMap<string, FieldIssue>
  errors: LinkPreview['issues']
  change: ChangeField
  tried: boolean
}

/** Fields that belong together. A part that the record may lack is switched on and off as one. */
export function Section({ section, node, issues, errors, change, tried }: Props) {
  const { t } = useGrid()
  const { name, part, nullable, fields } = section
  const there = part === undefined || (getAt(node, part) ?? undefined) !== undefined
  const off = nullable ? null : undefined
  const title = t(`section.${name}`)
  const kind = name === 'transport' || name === 'plugin' ? KINDS[name] : undefined
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)_7.5rem] items-start gap-3 *:col-span-full">
      <legend className="contents">
        <span className="col-span-full mb-1 border-b border-line pb-1 text-sm font-semibold">{title}</span>
      </legend>
      {part && !kind && (
        <Switch checked={there} onChange={(on) => change(part, on ? section.start : off)}>
          {t('sectionOn', { section: name, name: title })}
        </Switch>
      )}
      {there || kind
        ? fields.map((field) => {
            const key = field.path.join('.')
            if (part && kind && field.path[1] === kind.at) {
              const type = fieldText(field, getAt(node, field.path))
              return (
                <Field
                  key={key}
                  label={t(kind.label)}
                  error={errors.find((each) => each.field === key || each.field === part[0])?.text}
                >
                  {(control) => (
                    <Select
                      {...control}
                      value={type}
                      choices={[{ value: '', label: kind.none ?? t('noPlugin') }, ...withOwn(field.options!, type)]}
                      onChange={(next) => change(part, next === '' ? off : kind.start(next))}
                    />
                  )}
                </Field>
              )
            }
            const issue = issues.get(key)
            const error = errors.find((each) => each.field === key || each.field === field.path.at(-1))
            return (
              <NodeFieldControl
                key={key}
                className={IN_ONE_ROW.has(key) ? 'col-auto!' : ''}
                field={field}
                value={getAt(node, field.path)}
                error={
                  issue && (tried || issue !== 'required')
                    ? t(`problem.${issue}`, { min: field.min ?? 0, max: field.max ?? '∞' })
                    : error?.text
                }
                onChange={(value, issue) => change(field.path, value, issue)}
              />
            )
          })
        : null}
    </fieldset>
  )
}
