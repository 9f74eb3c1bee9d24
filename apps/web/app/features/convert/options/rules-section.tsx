import { findClientFacts, isClientId, SHARED_MEMBERS } from '@switchyard/convert/facts'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  RuleBuilder,
  type RuleBuilderHandle,
  type RuleLineIssue,
} from '../../../components/config-form/rule-builder.tsx'
import { issuesOf } from '../../../components/config-form/change.ts'
import { RuleSets } from '../../../components/config-form/rule-sets.tsx'
import { TEMPLATE_MAX_BYTES } from '../../../components/config-form/template-library.ts'
import { groupOfRule } from '../../../components/config-form/rule-lines.ts'
import { showToast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { DEFAULT_CLIENT, outputSettings, type ShownIssue, withCommon } from '@switchyard/recipe/model'
import { textOfFile } from '../../../components/node-list/add-files.ts'
import type { Model } from '../session/model.ts'
import { useModel, useSession, useStatePart } from '../session/use-convert.ts'
import { GroupLink, useOptionLinks } from './option-links.tsx'
import { useGroupNames, useIsBareList, useOptionCheck } from './option-check.tsx'
import { Services } from './services.tsx'
import { useRemoved, useSetting } from './use-setting.ts'

const SETTLE_MS = 200
const ROUTE_ISSUES_SHOWN = 5
const NO_ISSUES: readonly ShownIssue[] = []

/** Asks for a new rule, to this group or to any. */
export interface WantedRule {
  group?: string | undefined
}

export function RulesSection({ wanted }: { wanted?: WantedRule | undefined }) {
  const t = useTranslations('convert.opt')
  const tl = useTranslations('nodeList')
  const tForm = useTranslations('configForm')
  const session = useSession()
  const { common, output } = useModel()
  const [issues, setIssues] = useState<readonly RuleLineIssue[]>([])
  const builder = useRef<RuleBuilderHandle>(null)
  /** Of the line that the cursor is in. */
  const [line, setLine] = useState(1)
  const lineGroup = groupOfRule(common.rules.split('\n')[line - 1] ?? '') ?? ''
  const final = useRef<HTMLDivElement>(null)
  const { place } = useOptionLinks()
  const groups = useGroupNames()
  const isBare = useIsBareList()
  const takesRoute = findClientFacts(output)?.options.includes('route') ?? false
  const groupKey = isBare || groups.length === 0 ? undefined : groups.join('\n')
  const { errors, files, unknownGroups } = useOptionCheck()
  const rules = useSetting('rules')
  const ruleSets = useSetting('ruleSets')
  const onRemoved = useRemoved()
  const readFile = async (file: File) => {
    if (file.size <= TEMPLATE_MAX_BYTES) return textOfFile(file, tl)
    showToast({ kind: 'error', text: tForm('template.error.too-large') })
    return undefined
  }
  const closing = common.rules
    .split('\n')
    .flatMap((line) => closingGroup(line) ?? [])
    .at(-1)

  const check = useCallback(
    (rules: string) =>
      session.desk.ask((api, { lang }) =>
        api.settings.checkRules(rules, isClientId(output) ? output : DEFAULT_CLIENT, groupKey?.split('\n'), lang),
      ),
    [session, output, groupKey],
  )

  useEffect(() => {
    if (common.rules.trim() === '') return setIssues([])
    let isWanted = true
    const timer = setTimeout(
      () =>
        void check(common.rules).then(
          (found) => isWanted && setIssues(found),
          () => undefined,
        ),
      SETTLE_MS,
    )
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [common.rules, check])

  const showPlace = useEffectEvent(() => {
    if (place?.kind === 'line') builder.current?.goTo(place.line)
    if (place?.kind === 'final') final.current?.querySelector('select')?.focus()
  })
  useEffect(() => showPlace(), [place])

  return (
    <>
      {isBare && <p className="text-xs text-muted">{t('bareList')}</p>}
      <Services />
      <RuleBuilder
        ref={builder}
        client={isClientId(output) ? output : DEFAULT_CLIENT}
        label={t('ruleLines')}
        hint={t('ruleHint')}
        {...rules}
        issues={issues}
        groups={groups}
        check={check}
        wanted={wanted}
        onLine={setLine}
      >
        <GroupLink group={lineGroup} lead={t('caretLine', { n: line })} />
      </RuleBuilder>
      {closing !== undefined && (
        <div className="flex flex-col items-start gap-1 text-xs">
          <span className="text-warning">{t('matchTyped')}</span>
          <Button size="small" onClick={() => session.change((model) => withClosingGroup(model, closing))}>
            {t('matchMove', { group: closing })}
          </Button>
        </div>
      )}
      <div ref={final} className="flex flex-col gap-1">
        <Field
          label={t('final')}
          hint={t('finalHint')}
          error={common.final && unknownGroups[common.final] && tForm('groupUnknown', { name: common.final })}
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
      {takesRoute && <RouteField />}
      <RuleSets
        {...ruleSets}
        onRemoved={onRemoved}
        issues={issuesOf(errors, 'ruleSets')}
        groups={groups}
        unknownGroups={unknownGroups}
        files={files}
        readFile={readFile}
        linked={place?.kind === 'set' ? place : undefined}
        renderGroupLink={(group) => <GroupLink group={group} />}
      />
    </>
  )
}

/** A `route` object of sing-box, laid over that of the config. */
function RouteField() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { route = '' } = outputSettings(useModel())
  const { errors } = useOptionCheck()
  const issues = useStatePart(({ result }) => result?.issues ?? NO_ISSUES)
  // What the client would refuse is known with the result; the message names its line.
  const found = issues.filter(({ field, severity }) => field?.startsWith('route.') && severity !== 'note')
  const refused = [...new Set(found.map(({ message }) => message))].slice(0, ROUTE_ISSUES_SHOWN).join('\n')
  return (
    <Field label={t('route')} hint={t('routeHint')} error={route.trim() !== '' && (errors['route'] ?? refused)}>
      {(control) => (
        <Textarea
          {...control}
          rows={4}
          wrap="off"
          className="font-mono text-xs"
          data-testid="route-input"
          placeholder={'{ "final": "direct" }'}
          value={route}
          onChange={({ target }) => session.change((model) => withRoute(model, target.value), 'typing-route')}
        />
      )}
    </Field>
  )
}

function withRoute(model: Model, route: string): Model {
  const { route: _, ...others } = outputSettings(model)
  return { ...model, perOutput: { ...model.perOutput, [model.output]: route ? { ...others, route } : others } }
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
