import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { showToast } from '../../../lib/toasts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { FilePicker } from '../../../ui/file-picker.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { type RuleSetRow, freeName, withCommon, moved } from '@switchyard/recipe/model'
import { textOfFile } from '../input/add-files.ts'
import { withRuleSet } from './rule-set-edits.ts'
import { TEMPLATE_MAX_BYTES } from '../session/template-library.ts'
import { useModel, useSession } from '../session/use-convert.ts'
import { CommitInput } from '../../../components/config-form/commit-input.tsx'
import { GroupField } from './group-field.tsx'
import { NumberField } from '../../../components/config-form/number-field.tsx'
import { useGroupNames, useOptionCheck } from './option-check.tsx'
import { GroupLink, useOptionLinks } from './option-links.tsx'
import { OrderedRows } from './ordered-rows.tsx'

const BEHAVIORS = ['classical', 'domain', 'ipcidr'] as const
const FORMATS = ['yaml', 'text', 'mrs'] as const
const REFRESH_S = '86400'

/** Lists whose rules go to a group. */
export function RuleSets() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { ruleSets } = useModel().common
  const [group] = useGroupNames()
  const { errors } = useOptionCheck()
  const { place } = useOptionLinks()
  const put = (next: readonly RuleSetRow[]) => session.change((model) => withCommon(model, { ruleSets: next }))
  const edit = (row: RuleSetRow, change: Partial<RuleSetRow>) =>
    session.change((model) => withRuleSet(model, row, change), 'typing-rule-sets')
  const taken = new Set(ruleSets.map(({ name }) => name))
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{t('ruleSets')}</legend>
      <OrderedRows
        label={t('ruleSets')}
        rows={ruleSets}
        testId="rule-sets"
        nameOf={({ name }) => name}
        isUnfinished={(row) => isUnfinished(row)}
        linked={place?.kind === 'set' ? place : undefined}
        onMove={(from, to) => put(moved(ruleSets, from, to))}
        onRemove={(index) => put(ruleSets.filter((_, at) => at !== index))}
        renderHead={(row, index) => (
          <>
            <span className="min-w-0 truncate font-medium">{row.name || t('unnamed')}</span>
            <span className="min-w-0 flex-1 truncate text-xs text-muted">→ {row.group}</span>
            {Object.keys(errors).some((path) => path.startsWith(`ruleSets.${index}.`)) && (
              <Badge tone="error" icon="circle-alert">
                {t('wrong')}
              </Badge>
            )}
          </>
        )}
      >
        {(row, index) => <RuleSetFields row={row} index={index} onChange={(change) => edit(row, change)} />}
      </OrderedRows>
      <Button
        size="small"
        icon="plus"
        className="self-start"
        onClick={() =>
          put([
            ...ruleSets,
            {
              name: freeName(taken, (number) => `rules-${number}`),
              type: 'http',
              behavior: 'classical',
              ...(group ? { group } : {}),
            },
          ])
        }
      >
        {t('addRuleSet')}
      </Button>
    </fieldset>
  )
}

interface FieldsProps {
  row: RuleSetRow
  index: number
  onChange: (change: Partial<RuleSetRow>) => void
}

function RuleSetFields({ row, index, onChange }: FieldsProps) {
  const t = useTranslations('convert.opt')
  const tc = useTranslations('convert')
  const picker = useRef<HTMLInputElement>(null)
  const { errors, files } = useOptionCheck()
  const errorOf = (field: string) => errors[`ruleSets.${index}.${field}`]
  const isInline = row.type === 'inline'
  const take = async (file: File) => {
    if (file.size > TEMPLATE_MAX_BYTES) return void showToast({ kind: 'error', text: tc('template.error.too-large') })
    const text = await textOfFile(file, tc)
    if (text !== undefined) onChange({ rules: rulesOf(text) })
  }
  return (
    <>
      <Field label={t('providerName')} error={errorOf('name')}>
        {(control) => (
          <Input {...control} value={row.name} onChange={(event) => onChange({ name: event.target.value })} />
        )}
      </Field>
      <div className="flex min-w-0 flex-col gap-1">
        <GroupField label={t('group')} withBuiltIns value={row.group ?? ''} onChange={(group) => onChange({ group })} />
        <GroupLink group={row.group ?? ''} />
      </div>
      <Field label={t('ruleSetFrom')} error={errorOf('type')}>
        {(control) => (
          <Select
            {...control}
            value={isInline ? 'inline' : 'http'}
            choices={[
              { value: 'http', label: t('ruleSetHttp') },
              { value: 'inline', label: t('ruleSetInline') },
            ]}
            onChange={(type) => onChange({ type })}
          />
        )}
      </Field>
      <Field label={t('behavior')} error={errorOf('behavior')}>
        {(control) => (
          <Select
            {...control}
            value={row.behavior}
            choices={BEHAVIORS.map((value) => ({ value, label: value }))}
            onChange={(behavior) => onChange({ behavior })}
          />
        )}
      </Field>
      {isInline ? (
        <div className="col-span-2 flex flex-col gap-2">
          <Field label={t('ruleSetRules')} hint={t('ruleSetRulesHint')} error={errorOf('rules')}>
            {(control) => (
              <Textarea
                {...control}
                rows={4}
                wrap="off"
                className="font-mono text-xs"
                placeholder={
                  row.behavior === 'classical'
                    ? 'DOMAIN-SUFFIX,example.com'
                    : row.behavior === 'domain'
                      ? '+.example.com'
                      : '192.0.2.0/24'
                }
                value={row.rules?.join('\n') ?? ''}
                onChange={(event) => onChange({ rules: event.target.value.split('\n') })}
              />
            )}
          </Field>
          <Button size="small" icon="upload" className="self-start" onClick={() => picker.current?.click()}>
            {t('ruleSetFile')}
          </Button>
          <FilePicker
            input={picker}
            label={t('ruleSetFile')}
            accept=".list,.txt,.yaml,.yml,.conf"
            onPick={([file]) => file && void take(file)}
          />
        </div>
      ) : (
        <>
          <Field
            label={t('url')}
            className="col-span-2"
            error={errorOf('url')}
            hint={isUnfinished(row) ? t('placeNeeded') : undefined}
          >
            {(control) => (
              <CommitInput
                {...control}
                type="url"
                placeholder="https://"
                value={row.url ?? ''}
                onCommit={(url) => onChange({ url })}
              />
            )}
          </Field>
          <Field
            label={t('rulePath')}
            className="col-span-2"
            error={errorOf('path')}
            hint={files[index] ? t('rulePathFile', { path: files[index] }) : t('rulePathHint')}
          >
            {(control) => (
              <CommitInput
                {...control}
                placeholder="owner/repo/path.list@master"
                disabled={Boolean(row.url?.trim())}
                value={row.path ?? ''}
                onCommit={(path) => onChange({ path })}
              />
            )}
          </Field>
          <Field label={t('format')} error={errorOf('format')}>
            {(control) => (
              <Select
                {...control}
                value={row.format ?? ''}
                choices={[
                  { value: '', label: t('formatByName') },
                  ...FORMATS.map((value) => ({ value, label: value })),
                ]}
                onChange={(format) => onChange({ format: format || undefined })}
              />
            )}
          </Field>
          <NumberField
            label={t('interval')}
            placeholder={REFRESH_S}
            value={row.interval}
            onChange={(interval) => onChange({ interval })}
          />
        </>
      )}
    </>
  )
}

function isUnfinished({ type, url, path, rules }: RuleSetRow): boolean {
  return type === 'inline' ? !rules?.some((rule) => rule.trim()) : !url?.trim() && !path?.trim()
}

/** The rules of a list file, as YAML payload or one a line. */
function rulesOf(text: string): string[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) =>
      line
        .trim()
        .replace(/^-\s+/, '')
        .replace(/^(['"])(.*)\1$/, '$2'),
    )
    .filter((line) => line !== '' && line !== 'payload:' && !/^(#|\/\/|;)/.test(line))
}
