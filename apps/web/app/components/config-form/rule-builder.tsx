import { clientFacts, ruleTypesOf, takesNoResolve, type ClientId } from '@switchyard/convert/facts'
import {
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field, Input, Textarea } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { Change } from './change.ts'
import { draftOfLine, lineOfDraft, paramsFor, withRuleAdded, withRuleAt, type RuleDraft } from './rule-draft.ts'
import { RULE_KINDS, type RuleKind } from './rule-kinds.ts'

const ISSUES_SHOWN = 20

/** What is wrong with a line of the rules. */
export interface RuleLineIssue {
  line: number
  severity: string
  /** With the line: `Line 3: … → …`. */
  message: string
  /** Without it. */
  words: string
}

export interface RuleBuilderHandle {
  /** Selects a line of the text and shows it in the form. */
  goTo: (line: number) => void
}

interface Props {
  /** Whose kinds of rules and built-in names are offered. */
  client: ClientId
  /** Rules, one a line. */
  value: string
  onChange: Change<string>
  issues: readonly RuleLineIssue[]
  /** Groups of the config that the rules are for. */
  groups: readonly string[]
  /** What is wrong with rules that are not among the others yet. */
  check: (rules: string) => Promise<readonly RuleLineIssue[]>
  label: string
  hint: string
  /** A new rule is asked for, with this group. A new object asks once more. */
  wanted?: { group?: string | undefined } | undefined
  /** The cursor went into a line. */
  onLine?: (line: number) => void
  /** What else there is to that line. */
  children?: ReactNode
  ref?: Ref<RuleBuilderHandle>
}

/** Rules as lines of text, and a form that writes such a line for those who do not know how. */
export function RuleBuilder(props: Props) {
  const { client, value, onChange, issues, groups, check, label, hint, wanted, onLine, children, ref } = props
  const t = useTranslations('ruleBuilder')
  const text = useRef<HTMLTextAreaElement>(null)
  const typed = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFieldSetElement>(null)
  const problemsId = useId()
  /** The line that the form shows; undefined: it makes a new one. */
  const [selected, setSelected] = useState<number>()
  const [draft, setDraft] = useState<RuleDraft>({ type: RULE_KINDS[0], value: '', group: '', params: [] })
  const [error, setError] = useState<string>()
  const [done, setDone] = useState('')
  const { grammar, targets } = clientFacts(client).rules
  const types = ruleTypesOf(grammar)
  const actions = [...new Set([...groups, ...targets, ...(draft.group ? [draft.group] : [])])]
  const rule: RuleDraft = { ...draft, group: draft.group || actions[0]! }
  const errors = issues.filter(({ severity }) => severity === 'error').length
  const lines = value.split('\n')
  // Undo may have taken the line away.
  const shown = selected !== undefined && selected <= lines.length ? selected : undefined

  const edit = (change: Partial<RuleDraft>) => {
    setDraft((draft) => ({ ...draft, ...change }))
    setError(undefined)
    setDone('')
  }
  const begin = (group = draft.group) => {
    setSelected(undefined)
    edit({ value: '', group })
  }
  const showLine = (field: HTMLTextAreaElement) => {
    const at = field.value.slice(0, field.selectionStart).split('\n').length
    onLine?.(at)
    const found = draftOfLine(field.value.split('\n')[at - 1] ?? '')
    if (found) {
      setSelected(at)
      setDraft(found)
      setError(undefined)
    } else if (shown !== undefined) begin()
  }
  const write = async () => {
    const written = lineOfDraft(rule)
    if (rule.value.trim() === '') {
      setError(t('valueNeeded'))
      return typed.current?.focus()
    }
    // Without an answer the rule is written: what is wrong with it is told below the text.
    const found = await check(written).catch(() => [])
    const wrong = found.find(({ severity }) => severity === 'error')
    if (wrong) {
      setError(wrong.words)
      return typed.current?.focus()
    }
    if (shown === undefined) {
      onChange((rules) => withRuleAdded(rules, written).text)
      onLine?.(withRuleAdded(value, written).line)
      edit({ value: '' })
      typed.current?.focus()
    } else {
      onChange((rules) => withRuleAt(rules, shown, written))
      setDraft(draftOfLine(written) ?? rule)
    }
    setDone(t(shown === undefined ? 'added' : 'changed', { value: written }))
  }
  const goTo = (line: number) => {
    const { current } = text
    if (!current) return
    const before = current.value.split('\n').slice(0, line - 1)
    const start = before.reduce((sum, each) => sum + each.length + 1, 0)
    const end = current.value.indexOf('\n', start)
    current.focus()
    current.scrollTop = (line - 2) * Number.parseFloat(getComputedStyle(current).lineHeight)
    current.setSelectionRange(start, end < 0 ? current.value.length : end)
    showLine(current)
  }
  useImperativeHandle(ref, () => ({ goTo }))

  const start = useEffectEvent(() => {
    if (!wanted) return
    begin(wanted.group)
    form.current?.scrollIntoView({ block: 'nearest' })
    typed.current?.focus({ preventScroll: true })
  })
  useEffect(() => {
    // The panel that it stands in takes the focus when it opens.
    const timer = setTimeout(start)
    return () => clearTimeout(timer)
  }, [wanted])

  const kinds = RULE_KINDS.filter((kind) => types.has(kind))
  // The list says which of all texts are kinds.
  const isKind = (type: string): type is RuleKind => kinds.includes(type as RuleKind)
  const canResolve = takesNoResolve(rule.type)
  return (
    <div className="@container flex flex-col gap-3">
      <fieldset ref={form} className="flex min-w-0 flex-col gap-2" data-testid="rule-builder">
        <legend className="mb-1 text-sm font-medium">
          {shown === undefined ? t('add') : t('line', { line: shown })}
        </legend>
        <div className="grid gap-2 @[28rem]:grid-cols-2">
          <Field label={t('kind')} className="@[28rem]:col-span-2">
            {(control) => (
              <Select
                {...control}
                data-testid="rule-kind"
                value={rule.type}
                choices={[
                  ...kinds.map((kind): { value: string; label: string } => ({
                    value: kind,
                    label: `${t(`kinds.${kind}`)} ${kind}`,
                  })),
                  ...(isKind(rule.type) ? [] : [{ value: rule.type, label: rule.type }]),
                ]}
                onChange={(type) => edit({ type, params: paramsFor(type) })}
              />
            )}
          </Field>
          <Field label={t('value')} hint={isKind(rule.type) ? t(`hints.${rule.type}`) : undefined} error={error}>
            {(control) => (
              <Input
                {...control}
                ref={typed}
                data-testid="rule-value"
                value={rule.value}
                autoCapitalize="off"
                onChange={({ target }) => edit({ value: target.value })}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                  event.preventDefault()
                  void write()
                }}
              />
            )}
          </Field>
          <Field label={t('group')}>
            {(control) => (
              <Select
                {...control}
                data-testid="rule-group"
                value={rule.group}
                choices={actions.map((name) => ({ value: name, label: nameOf(name) }))}
                onChange={(group) => edit({ group })}
              />
            )}
          </Field>
        </div>
        {canResolve && (
          <Checkbox
            checked={rule.params.includes('no-resolve')}
            onChange={(isOn) => {
              const others = rule.params.filter((param) => param !== 'no-resolve')
              edit({ params: isOn ? [...others, 'no-resolve'] : others })
            }}
          >
            {t('noResolve')}
          </Checkbox>
        )}
        {rule.value.trim() !== '' && (
          <p className="text-xs wrap-anywhere text-muted">
            {t('writes')} <code data-testid="rule-line">{lineOfDraft(rule)}</code>
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            icon={shown === undefined ? 'plus' : 'check'}
            data-testid="rule-write"
            onClick={() => void write()}
          >
            {shown === undefined ? t('add') : t('change', { line: shown })}
          </Button>
          {shown !== undefined && (
            <Button
              size="small"
              look="ghost"
              onClick={() => {
                begin()
                typed.current?.focus()
              }}
            >
              {t('another')}
            </Button>
          )}
        </div>
        <p role="status" className="sr-only">
          {done}
        </p>
      </fieldset>
      <div className="flex flex-col gap-1">
        <Field label={label} hint={hint} error={errors > 0 && t('errors', { n: errors })}>
          {(control) => (
            <Textarea
              {...control}
              {...(issues.length > 0 ? { 'aria-describedby': `${control['aria-describedby']} ${problemsId}` } : {})}
              ref={text}
              rows={5}
              wrap="off"
              className="font-mono text-xs"
              data-testid="rules-input"
              placeholder="DOMAIN-SUFFIX,example.com,DIRECT"
              value={value}
              onSelect={({ currentTarget }) => showLine(currentTarget)}
              onChange={({ target }) => {
                showLine(target)
                const { value } = target
                onChange(() => value, 'rules')
              }}
            />
          )}
        </Field>
        {children}
        {issues.length > 0 && (
          <ul id={problemsId} className="flex flex-col text-xs" data-testid="rule-problems">
            {issues.slice(0, ISSUES_SHOWN).map(({ line, severity, message }, index) => (
              <li key={index}>
                <button
                  type="button"
                  className={`min-h-(--target) w-full rounded px-1 py-0.5 text-left wrap-anywhere hover:bg-hover ${severity === 'error' ? 'text-error' : 'text-warning'}`}
                  onClick={() => goTo(line)}
                >
                  {message}
                </button>
              </li>
            ))}
            {issues.length > ISSUES_SHOWN && (
              <li className="px-1 text-muted">{t('more', { n: issues.length - ISSUES_SHOWN })}</li>
            )}
          </ul>
        )}
      </div>
    </div>
  )

  /** `DIRECT (no proxy)`: a built-in name with what it does. */
  function nameOf(name: string): string {
    // Whether it is a key is what is asked here; none of these texts takes values.
    const key = `targets.${name}` as 'targets.DIRECT'
    return !groups.includes(name) && t.has(key) ? t(key) : name
  }
}
