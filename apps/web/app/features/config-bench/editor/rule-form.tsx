import { clientFacts, ruleTypesOf, takesNoResolve } from '@switchyard/convert/facts'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { draftOfLine, lineOfDraft, paramsFor, type RuleDraft } from '../../../components/config-form/rule-draft.ts'
import { RULE_KINDS, type RuleKind } from '../../../components/config-form/rule-kinds.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { useFormContext } from './form-context.ts'

const CLOSING = /^\s*(?:MATCH|FINAL)\s*,/i

interface Props {
  /** The rule that is changed; absent: a new one. */
  line?: string
  /** All rules, by which the place of a new one is found. */
  lines: readonly string[]
  count: number
  /** Its place, or where a new one goes. */
  at: number
  onSave: (line: string, at: number) => void
  onCancel: () => void
}

/** A rule line as what it matches, what for and where it goes; and as it is written, for every other kind. */
export function RuleForm({ line, lines, count, at, onSave, onCancel }: Props) {
  const t = useTranslations('formEditor')
  const tRule = useTranslations('ruleBuilder')
  const { client, names, isFrozen } = useFormContext()
  const { grammar, targets } = clientFacts(client).rules
  const groups = names['group'] ?? []
  const first: RuleDraft = { type: RULE_KINDS[0], value: '', group: groups[0] ?? 'DIRECT', params: [] }
  const [draft, setDraft] = useState<RuleDraft | undefined>(line === undefined ? first : draftOfLine(line))
  const [text, setText] = useState(line ?? '')
  const [place, setPlace] = useState<'top' | 'here' | 'bottom'>(at > 0 ? 'here' : 'top')
  const [error, setError] = useState<string>()
  const value = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (line === undefined) value.current?.focus()
  }, [line])
  const known = ruleTypesOf(grammar)
  const kinds = RULE_KINDS.filter((kind) => known.has(kind))
  // The list says which of all texts are kinds.
  const isKind = (type: string): type is RuleKind => kinds.includes(type as RuleKind)
  const actions = [...new Set([...groups, ...targets, ...(names['node'] ?? []), ...(draft?.group ? [draft.group] : [])])] // oxfmt-ignore
  const edit = (change: Partial<RuleDraft>) => {
    const next = { ...(draft ?? first), ...change }
    setDraft(next)
    setText(lineOfDraft(next))
    setError(undefined)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const written = text.trim()
    if (written === '' || (draft && draft.value.trim() === '')) {
      setError(tRule('valueNeeded'))
      return value.current?.focus()
    }
    const closing = lines.findLastIndex((one) => CLOSING.test(one))
    const bottom = closing < 0 ? count : closing
    onSave(written, line !== undefined || place === 'here' ? at : place === 'top' ? 0 : bottom)
  }
  return (
    <form className="form-inside" onSubmit={save} data-testid="rule-form">
      {draft && (
        <>
          <Field label={tRule('kind')}>
            {(control) => (
              <Select
                {...control}
                value={draft.type}
                disabled={isFrozen}
                choices={[
                  ...kinds.map((kind): { value: string; label: string } => ({ value: kind, label: `${tRule(`kinds.${kind}`)} ${kind}` })),
                  ...(isKind(draft.type) ? [] : [{ value: draft.type, label: draft.type }]),
                ]}
                onChange={(type) => edit({ type, params: paramsFor(type) })}
              />
            )}
          </Field>
          <Field label={tRule('value')} hint={isKind(draft.type) ? tRule(`hints.${draft.type}`) : undefined} error={error}>
            {(control) => (
              <Input
                {...control}
                ref={value}
                value={draft.value}
                disabled={isFrozen}
                autoCapitalize="off"
                onChange={({ target }) => edit({ value: target.value })}
              />
            )}
          </Field>
          <Field label={tRule('group')}>
            {(control) => (
              <Combobox
                {...control}
                value={draft.group}
                emptyText={t('noName')}
                choices={actions.map((name) => ({ value: name, label: name }))}
                onChange={(group) => edit({ group })}
              />
            )}
          </Field>
          {takesNoResolve(draft.type) && (
            <Checkbox
              checked={draft.params.includes('no-resolve')}
              disabled={isFrozen}
              onChange={(isOn) => {
                const others = draft.params.filter((param) => param !== 'no-resolve')
                edit({ params: isOn ? [...others, 'no-resolve'] : others })
              }}
            >
              {tRule('noResolve')}
            </Checkbox>
          )}
        </>
      )}
      <Field label={t('asWritten')} error={draft ? undefined : error}>
        {(control) => (
          <Input
            {...control}
            className="font-mono"
            value={text}
            disabled={isFrozen}
            autoCapitalize="off"
            spellCheck={false}
            onChange={({ target }) => {
              setText(target.value)
              setDraft(draftOfLine(target.value))
              setError(undefined)
            }}
          />
        )}
      </Field>
      {line === undefined && (
        <Field label={t('where')}>
          {(control) => (
            <Select
              {...control}
              value={place}
              choices={[
                { value: 'top' as const, label: t('atTop') },
                ...(at > 0 ? [{ value: 'here' as const, label: t('before', { n: at + 1 }) }] : []),
                { value: 'bottom' as const, label: t('atBottom') },
              ]}
              onChange={setPlace}
            />
          )}
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="solid" icon="check" disabled={isFrozen}>
          {line === undefined ? t('insert') : t('save')}
        </Button>
        <Button look="ghost" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  ) // oxfmt-ignore
}
