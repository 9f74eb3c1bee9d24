import { type RuleSetRow, freeName } from '@switchyard/recipe/model'
import { useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FilePicker } from '../../ui/file-picker.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Textarea } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { CommitInput } from './commit-input.tsx'
import { GroupField } from './group-field.tsx'
import { NumberField } from './number-field.tsx'
import { RowsField, type RowProps, type RowsProps } from './rows-field.tsx'

const BEHAVIORS = ['classical', 'domain', 'ipcidr'] as const
const FORMATS = ['yaml', 'text', 'mrs'] as const
const REFRESH_S = '86400'

interface Around {
  groups: readonly string[]
  /** Names that are no groups, each with those that may have been meant. */
  unknownGroups: Readonly<Record<string, readonly string[]>>
  /** Where the client keeps the list of a row, by index. */
  files: Readonly<Record<number, string>>
  /** Undefined, and said so, when a file cannot be read. */
  readFile: (file: File) => Promise<string | undefined>
  /** Below the group that a row names. */
  renderGroupLink?: (group: string) => ReactNode
}

interface Props extends RowsProps<RuleSetRow>, Around {
  linked?: { index: number } | undefined
}

/** Lists whose rules go to a group. */
export function RuleSets({ groups, unknownGroups, files, readFile, renderGroupLink, ...rows }: Props) {
  const t = useTranslations('configForm')
  const around: Around = { groups, unknownGroups, files, readFile, ...(renderGroupLink ? { renderGroupLink } : {}) }
  const taken = new Set(rows.value.map(({ name }) => name))
  const [group] = groups
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{t('ruleSets')}</legend>
      <RowsField
        {...rows}
        label={t('ruleSets')}
        testId="rule-sets"
        nameOf={({ name }) => name}
        noteOf={({ group = '' }) => `→ ${group}`}
        isUnfinished={isUnfinished}
        always={['name']}
        addLabel={t('addRuleSet')}
        newRow={(): RuleSetRow => ({
          name: freeName(taken, (number) => `rules-${number}`),
          type: 'http',
          behavior: 'classical',
          ...(group ? { group } : {}),
        })}
      >
        {(row) => <RuleSetFields {...row} {...around} />}
      </RowsField>
    </fieldset>
  )
}

function RuleSetFields({ row, index, onChange, issues, ...around }: RowProps<RuleSetRow> & Around) {
  const t = useTranslations('configForm')
  const { groups, unknownGroups, files, readFile, renderGroupLink } = around
  const picker = useRef<HTMLInputElement>(null)
  const isInline = row.type === 'inline'
  const take = async (file: File) => {
    const text = await readFile(file)
    if (text !== undefined) onChange({ rules: rulesOf(text) })
  }
  return (
    <>
      <Field label={t('providerName')} error={issues['name']}>
        {(control) => (
          <Input {...control} value={row.name} onChange={(event) => onChange({ name: event.target.value })} />
        )}
      </Field>
      <div className="flex min-w-0 flex-col gap-1">
        <GroupField
          label={t('group')}
          withBuiltIns
          groups={groups}
          unknown={unknownGroups}
          value={row.group ?? ''}
          onChange={(group) => onChange({ group })}
        />
        {renderGroupLink?.(row.group ?? '')}
      </div>
      <Field label={t('ruleSetFrom')} error={issues['type']}>
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
      <Field label={t('behavior')} error={issues['behavior']}>
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
          <Field label={t('ruleSetRules')} hint={t('ruleSetRulesHint')} error={issues['rules']}>
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
            error={issues['url']}
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
            error={issues['path']}
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
          <Field label={t('format')} error={issues['format']}>
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
