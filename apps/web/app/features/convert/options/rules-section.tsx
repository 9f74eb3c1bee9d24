import { SHARED_MEMBERS } from '@switchyard/convert/facts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { withCommon } from '@switchyard/recipe/model'
import type { Model } from '../session/model.ts'
import { useModel, useSession } from '../session/use-convert.ts'
import { GroupLink, useOptionLinks } from './option-links.tsx'
import { useGroupNames, useIsBareList, useOptionCheck } from './option-check.tsx'
import { groupOfRule } from './rule-lines.ts'
import { RuleSets } from './rule-sets.tsx'
import { Services } from './services.tsx'

const SETTLE_MS = 200
const ISSUES_SHOWN = 20

export function RulesSection() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { common, output } = useModel()
  const [issues, setIssues] = useState<{ line: number; severity: string; message: string }[]>([])
  const editor = useRef<HTMLTextAreaElement>(null)
  const final = useRef<HTMLDivElement>(null)
  /** Of the line that the cursor is in. */
  const [line, setLine] = useState(1)
  const lineGroup = groupOfRule(common.rules.split('\n')[line - 1] ?? '') ?? ''
  const { place } = useOptionLinks()
  const groups = useGroupNames()
  const isBare = useIsBareList()
  const groupKey = isBare || groups.length === 0 ? undefined : groups.join('\n')
  const { unknownGroups } = useOptionCheck()
  const errors = issues.filter(({ severity }) => severity === 'error').length
  const closing = common.rules
    .split('\n')
    .flatMap((line) => closingGroup(line) ?? [])
    .at(-1)

  useEffect(() => {
    if (common.rules.trim() === '') return setIssues([])
    let isWanted = true
    const timer = setTimeout(
      () =>
        void session.checkRules(common.rules, groupKey?.split('\n')).then(
          (found) => isWanted && setIssues(found),
          () => undefined,
        ),
      SETTLE_MS,
    )
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [common.rules, session, groupKey, output])

  const goTo = (line: number) => {
    const { current } = editor
    if (!current) return
    const start =
      current.value
        .split('\n')
        .slice(0, line - 1)
        .join('\n').length + (line > 1 ? 1 : 0)
    const end = current.value.indexOf('\n', start)
    current.focus()
    current.scrollTop = (line - 2) * Number.parseFloat(getComputedStyle(current).lineHeight)
    current.setSelectionRange(start, end < 0 ? current.value.length : end)
    setLine(line)
  }

  const showPlace = useEffectEvent(() => {
    if (place?.kind === 'line') goTo(place.line)
    if (place?.kind === 'final') final.current?.querySelector('select')?.focus()
  })
  useEffect(() => showPlace(), [place])

  return (
    <>
      {isBare && <p className="text-xs text-muted">{t('bareList')}</p>}
      <Services />
      <div className="flex flex-col gap-1">
        <Field label={t('ruleLines')} hint={t('ruleHint')} error={errors > 0 && t('ruleErrors', { n: errors })}>
          {(control) => (
            <Textarea
              {...control}
              {...(issues.length > 0 ? { 'aria-describedby': `${control['aria-describedby']} rule-problems` } : {})}
              ref={editor}
              rows={5}
              wrap="off"
              className="font-mono text-xs"
              data-testid="rules-input"
              placeholder="DOMAIN-SUFFIX,example.com,DIRECT"
              value={common.rules}
              onSelect={({ currentTarget }) => setLine(lineAt(currentTarget))}
              onChange={({ target }) => {
                setLine(lineAt(target))
                session.change((model) => withCommon(model, { rules: target.value }), 'typing-rules')
              }}
            />
          )}
        </Field>
        <GroupLink group={lineGroup} lead={t('caretLine', { n: line })} />
        {issues.length > 0 && (
          <ul id="rule-problems" className="flex flex-col text-xs" data-testid="rule-problems">
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
              <li className="px-1 text-muted">{t('ruleMore', { n: issues.length - ISSUES_SHOWN })}</li>
            )}
          </ul>
        )}
        {closing !== undefined && (
          <div className="flex flex-col items-start gap-1 text-xs">
            <span className="text-warning">{t('matchTyped')}</span>
            <Button size="small" onClick={() => session.change((model) => withClosingGroup(model, closing))}>
              {t('matchMove', { group: closing })}
            </Button>
          </div>
        )}
      </div>
      <div ref={final} className="flex flex-col gap-1">
        <Field
          label={t('final')}
          hint={t('finalHint')}
          error={common.final && unknownGroups[common.final] && t('groupUnknown', { name: common.final })}
        >
          {(control) => (
            <Select
              {...control}
              value={common.final ?? ''}
              choices={[
                { value: '', label: t('finalTemplate') },
                ...[...new Set([...groups, ...SHARED_MEMBERS, ...(common.final ? [common.final] : [])])].map(
                  (value) => ({
                    value,
                    label: value,
                  }),
                ),
              ]}
              onChange={(final) => session.change((model) => withFinal(model, final))}
            />
          )}
        </Field>
        <GroupLink group={common.final ?? ''} />
      </div>
      <RuleSets />
    </>
  )
}

/** The line that the cursor is in, the first one being 1. */
function lineAt({ value, selectionStart }: HTMLTextAreaElement): number {
  return value.slice(0, selectionStart).split('\n').length
}

function withFinal(model: Model, final: string): Model {
  const { final: _, ...others } = model.common
  return { ...model, common: final ? { ...others, final } : others }
}

/** A closing line that was typed becomes the choice below. */
function withClosingGroup(model: Model, group: string): Model {
  const rules = model.common.rules
    .split('\n')
    .filter((line) => closingGroup(line) === undefined)
    .join('\n')
  return withFinal(withCommon(model, { rules }), group)
}

/** The group of a line that takes what no rule takes: `MATCH,Proxy`. */
function closingGroup(line: string): string | undefined {
  const [type, group, ...rest] = line.split(',').map((part) => part.trim())
  return /^(?:MATCH|FINAL)$/i.test(type!) && group && rest.length === 0 ? group : undefined
}
