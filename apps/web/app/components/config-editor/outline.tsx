import { ALL_BUILT_IN_NAMES } from '@switchyard/convert/facts'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Outline, OutlineGroup, OutlineRule } from '@switchyard/recipe/model'
import { useGroupTypes } from '../config-form/use-group-types.ts'

const MEMBERS_SHOWN = 200
const RULES_SHOWN = 200
const RULES_OF_GROUP = 20

interface Props {
  outline: Outline | undefined
  onLine: (line: number) => void
  onAddRule: (group: string) => void
}

/** What the result is made of, with the way to each part of its text. */
export function OutlineView({ outline, onLine, onAddRule }: Props) {
  const t = useTranslations('configEditor.outline')
  const typeWords = useGroupTypes()
  const list = useRef<HTMLUListElement>(null)
  if (!outline) return <EmptyState icon="list" text={t('empty')} />
  const { nodes, notices, groups, rules, ruleList, elsewhere, ruleSets, nodeLine, ruleLine, ruleSetLine } = outline
  const names = new Set(groups.map(({ name }) => name))
  const rulesOf = Map.groupBy(ruleList, ({ group }) => group)
  /** `17 nodes + 2 notices`: what tells of traffic or expiry is no node. */
  const nodeWords = (all: number, notices: number) => [
    ...(all > notices ? [t('nodes', { n: all - notices })] : []),
    ...(notices > 0 ? [t('notices', { n: notices })] : []),
  ]
  /** `Direct` for `DIRECT`. What has no words of its own stays as it is spelled. */
  const builtInWords = (name: string) => {
    // Whether it is a key is what is asked here; none of these texts takes values.
    const key = `builtIn.${name}` as 'builtIn.DIRECT'
    return t.has(key) ? t(key) : name
  }
  /** `10 groups, 17 nodes, Direct`. */
  const membersOf = ({ members, notices }: OutlineGroup) => {
    const inGroups = members.filter((member) => names.has(member)).length
    const builtIn = members.filter((member) => !names.has(member) && ALL_BUILT_IN_NAMES.has(member))
    const others = members.length - inGroups - builtIn.length
    return [
      ...(inGroups > 0 ? [t('groupCount', { n: inGroups })] : []),
      ...nodeWords(others, notices.length),
      ...builtIn.map(builtInWords),
    ].join(t('separator'))
  }
  /** Opens a group of this page. */
  const showGroup = (name: string) => {
    const item = list.current?.querySelector<HTMLDetailsElement>(`[data-group="${CSS.escape(name)}"]`)
    if (!item) return
    item.open = true
    item.scrollIntoView({ block: 'nearest' })
    item.querySelector('summary')?.focus()
  }
  return (
    <div className="@container min-h-0 flex-1 overflow-y-auto p-3 text-sm">
      <ul className="dotted">
        <li>
          <LineButton
            line={nodeLine}
            onLine={onLine}
            words={nodeWords(nodes, notices).join(' + ') || t('nodes', { n: 0 })}
          />
        </li>
        <li>
          <LineButton line={ruleLine} onLine={onLine} words={t('rules', { n: rules })} />
        </li>
        {ruleSets > 0 && (
          <li>
            <LineButton line={ruleSetLine} onLine={onLine} words={t('ruleSets', { n: ruleSets })} />
          </li>
        )}
      </ul>
      <h2 className="mt-2 mb-1 text-xs font-medium text-muted">{t('groupCount', { n: groups.length })}</h2>
      <ul ref={list} className="divide-y divide-line rounded-lg border border-line">
        {groups.map((group) => {
          const { name, type, members, line, missing, rules } = group
          return (
            <li key={name}>
              <details className="group" data-group={name}>
                <summary className="flex cursor-pointer flex-wrap items-center gap-x-2 gap-y-0.5 px-3 py-2">
                  <Icon
                    name="chevron-right"
                    className="size-3.5 text-muted transition-transform group-open:rotate-90"
                  />
                  <span className="min-w-0 flex-1 font-medium wrap-anywhere">{name}</span>
                  <Badge tone="quiet">{typeWords(type)}</Badge>
                  <span className="basis-full pl-5.5 text-xs text-muted tabular-nums">
                    {members.length > 0 && t('picks', { names: membersOf(group) })}
                    {members.length > 0 && rules > 0 && ' · '}
                    {rules > 0 && t('usedBy', { n: rules })}
                  </span>
                  {missing.length > 0 && (
                    <span className="flex w-full items-center gap-1 pl-5.5 text-xs text-error">
                      <Icon name="circle-alert" className="size-3.5" />
                      {t('missing', { names: missing.slice(0, 5).join(', ') })}
                    </span>
                  )}
                </summary>
                <div className="px-9 pb-2">
                  <div className="flex flex-wrap items-center gap-x-4">
                    <LineButton line={line} onLine={onLine} words={t('jump', { line: line ?? 0 })} />
                    <Button
                      size="small"
                      look="ghost"
                      icon="plus"
                      aria-label={t('addRuleTo', { name })}
                      onClick={() => onAddRule(name)}
                    >
                      {t('addRule')}
                    </Button>
                  </div>
                  <ul className="mt-1 text-muted">
                    {members.slice(0, MEMBERS_SHOWN).map((member) => (
                      <li key={member} className={missing.includes(member) ? 'text-error' : ''}>
                        {member}
                      </li>
                    ))}
                    {members.length > MEMBERS_SHOWN && <li>…</li>}
                  </ul>
                  {rules > 0 && (
                    <>
                      <h3 className="mt-2 mb-1 text-xs font-medium text-muted">{t('rulesHere')}</h3>
                      <ul data-testid="rules-of-group">
                        {rulesOf
                          .get(name)
                          ?.slice(0, RULES_OF_GROUP)
                          .map((rule, index) => (
                            <li key={index}>
                              <RuleButton rule={rule} onLine={onLine} />
                            </li>
                          ))}
                        {rules > RULES_OF_GROUP && <li className="text-muted">…</li>}
                      </ul>
                    </>
                  )}
                </div>
              </details>
            </li>
          )
        })}
      </ul>
      {elsewhere.length > 0 && (
        <>
          <h2 className="mt-4 mb-1 text-xs font-medium text-muted">{t('elsewhere')}</h2>
          <ul className="divide-y divide-line rounded-lg border border-line">
            {elsewhere.map(({ target, rules }) => (
              <li key={target} className="flex min-h-(--row) items-center gap-3 px-3">
                <span className="min-w-0 break-words">{target}</span>
                <span className="ml-auto shrink-0 text-xs text-muted tabular-nums">{t('rules', { n: rules })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {ruleList.length > 0 && (
        <>
          <h2 className="mt-4 mb-1 text-xs font-medium text-muted">
            {t('ruleList')}
            {rules > RULES_SHOWN && ` · ${t('ruleFirst', { n: RULES_SHOWN })}`}
          </h2>
          <ul className="divide-y divide-line rounded-lg border border-line" data-testid="rule-list">
            {ruleList.slice(0, RULES_SHOWN).map((rule, index) => (
              <li key={index} className="flex min-h-(--row) items-center gap-3 px-3">
                <RuleButton rule={rule} onLine={onLine} />
                {names.has(rule.group) ? (
                  <button
                    type="button"
                    title={t('toGroup')}
                    className="ml-auto min-h-(--target) min-w-(--target) shrink-0 text-right underline decoration-line-strong underline-offset-4 hover:decoration-current"
                    onClick={() => showGroup(rule.group)}
                  >
                    {rule.group}
                  </button>
                ) : (
                  <span className="ml-auto shrink-0 text-muted">{rule.group}</span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** What a rule matches; pressed, it leads to its line. */
function RuleButton({ rule, onLine }: { rule: OutlineRule; onLine: (line: number) => void }) {
  const t = useTranslations('configEditor.outline')
  const { line } = rule
  const words = rule.words || t('anyRule')
  const className = 'truncate font-mono text-xs'
  if (line === undefined) return <span className={`${className} min-w-0`}>{words}</span>
  return (
    <button
      type="button"
      title={words}
      className={`${className} block min-h-(--target) max-w-full min-w-(--target) text-left hover:underline`}
      onClick={() => onLine(line)}
    >
      {words}
    </button>
  )
}

function LineButton({
  line,
  words,
  onLine,
}: {
  line: number | undefined
  words: string
  onLine: (line: number) => void
}) {
  if (line === undefined) return <span className="text-muted">{words}</span>
  return (
    <button
      type="button"
      className="min-h-(--target) underline decoration-line-strong underline-offset-4 hover:decoration-current"
      onClick={() => onLine(line)}
    >
      {words}
    </button>
  )
}
