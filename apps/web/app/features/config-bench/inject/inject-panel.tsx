import type { OutlinedConfig } from '@switchyard/convert/configs'
import { clientFacts } from '@switchyard/convert/facts'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type LiveQuestion, useConfigAnswer } from '../../../components/engine/use-config-answer.ts'
import { type PageAction, usePageActions } from '../../../lib/page-actions.ts'
import { useStore } from '../../../lib/store.ts'
import { useRouteLocale } from '../../../lib/use-route-locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TabPanel, Tabs } from '../../../ui/tabs.tsx'
import type { InjectedConfig } from '../../../workers/tasks/config.ts'
import type { BenchPanelProps } from '../bench/panel.ts'
import { targetsOf } from '../targets.ts'
import { GroupRows } from './group-rows.tsx'
import { changesOf, EMPTY_SET, type InjectionSet, isEmptySet, linesOf, RULE_PLACES } from './injection-set.ts'
import { InjectionPreview } from './injection-preview.tsx'
import { injectionDraft } from './kept-injections.ts'
import { KeptSets } from './kept-sets.tsx'
import { RuleSetRows } from './rule-set-rows.tsx'

const PARTS = ['rules', 'ruleSets', 'groups', 'nodes', 'kept'] as const
type Part = (typeof PARTS)[number]

/** The action does what its button does. */
const press = () => document.querySelector<HTMLElement>('[data-testid=inject-apply]')?.click()

/** Rules, rule lists, groups and nodes for the open config: shown as a diff first, and put in by one press. */
export function InjectPanel({ config, change, show, ask }: BenchPanelProps) {
  const t = useTranslations('inject')
  const lang = useRouteLocale()
  const set = useStore(injectionDraft, EMPTY_SET)
  const [part, setPart] = useState<Part>('rules')
  const [said, setSaid] = useState<{ of: string; words: string }>()
  const { text, client, version } = config

  const outlined = useMemo<LiveQuestion<OutlinedConfig>>(() => (api) => api.outline(text, { client }), [text, client])
  const { answer: outline } = useConfigAnswer(ask, outlined)
  const groups = useMemo(
    () => (outline?.parts ?? []).filter(({ kind }) => kind === 'group').map(({ name }) => name),
    [outline],
  )
  const changes = useMemo(() => changesOf(set, client, new Set(groups)), [set, client, groups])
  const question = useMemo<LiveQuestion<InjectedConfig>>(
    () =>
      outline && !isEmptySet(set)
        ? (api) => api.inject(text, { client, version }, changes.map((one) => one.change), lang) // oxfmt-ignore
        : undefined,
    [outline, set, text, client, version, changes, lang],
  )
  const { answer: result, isCurrent } = useConfigAnswer(ask, question)

  const edit = (some: Partial<InjectionSet>) => injectionDraft.set({ ...set, ...some })
  const apply = () => {
    if (!result) return
    const { added, skipped, refused } = result
    const words = t('applied', { added, skipped, refused })
    const isDone = change(text, result.text, words)
    setSaid({ of: isDone ? result.text : text, words: isDone ? words : t('moved') })
  }
  const targets = useMemo(() => (outline ? targetsOf(outline) : []), [outline])
  const counts: Record<Part, number> = {
    rules: linesOf(set.rules).filter((line) => !line.startsWith('#')).length,
    ruleSets: set.ruleSets.length,
    groups: set.groups.length,
    nodes: linesOf(set.nodes).length,
    kept: 0,
  }
  const { layout } = clientFacts(client)
  // Xray names no lists of the network, and knows one kind of group.
  const parts = PARTS.filter((one) => one !== 'ruleSets' || layout !== 'xray-json')
  const shown = parts.includes(part) ? part : 'rules'
  const canApply = isCurrent && result !== undefined && result.diff.length > 0 && !result.isHeld
  usePageActions(
    useMemo<PageAction[]>(
      () => [
        { id: 'inject-apply', label: t('apply'), icon: 'check', keywords: 'apply inject yy yingyong zr zhuru 注入', keys: 'mod+enter', disabled: !canApply, run: press },
      ],
      [t, canApply],
    ),
  ) // oxfmt-ignore
  return (
    <div className="flex min-w-0 flex-col gap-4 p-3 sm:p-4" data-testid="inject">
      <section aria-label={t('what')} className="flex flex-col gap-3">
        <Tabs
          label={t('what')}
          name="inject"
          className="tabs-bar -mx-3 sm:-mx-4"
          value={shown}
          onChange={setPart}
          tabs={parts.map((id) => ({
            id,
            label: t(`part.${id}`),
            testId: `inject-${id}`,
            count: counts[id] > 0 ? counts[id] : undefined,
          }))}
        />
        <TabPanel name="inject" id={shown} className="flex flex-col gap-3">
          {shown === 'rules' && (
            <Field label={t('rules')} hint={t(layout === 'clash-yaml' ? 'rulesHint' : 'rulesTranslated')}>
              {(control) => (
                <Textarea
                  {...control}
                  value={set.rules}
                  rows={6}
                  className="font-mono"
                  placeholder={'DOMAIN-SUFFIX,example.com,DIRECT\nIP-CIDR,192.0.2.0/24,DIRECT'}
                  data-testid="inject-rule-lines"
                  onChange={(event) => edit({ rules: event.target.value })}
                />
              )}
            </Field>
          )}
          {shown === 'ruleSets' && (
            <RuleSetRows
              rows={set.ruleSets}
              hasBehavior={layout === 'clash-yaml'}
              targets={targets}
              onChange={(ruleSets) => edit({ ruleSets })}
            />
          )}
          {shown === 'groups' && (
            <GroupRows
              rows={set.groups}
              hasKinds={layout !== 'xray-json'}
              there={groups}
              onChange={(rows) => edit({ groups: rows })}
            />
          )}
          {shown === 'nodes' && (
            <>
              <Field label={t('nodes')} hint={t('nodesHint')}>
                {(control) => (
                  <Textarea
                    {...control}
                    value={set.nodes}
                    rows={5}
                    className="font-mono"
                    data-testid="inject-node-lines"
                    onChange={(event) => edit({ nodes: event.target.value })}
                  />
                )}
              </Field>
              <Field
                label={t('into')}
                hint={
                  groups.length > 0 ? t('intoHint', { names: groups.slice(0, 8).join(t('separator')) }) : t('oneALine')
                }
              >
                {(control) => (
                  <Textarea
                    {...control}
                    value={set.into}
                    rows={2}
                    onChange={(event) => edit({ into: event.target.value })}
                  />
                )}
              </Field>
            </>
          )}
          {shown === 'kept' && (
            <KeptSets
              set={set}
              onOpen={(value) => {
                injectionDraft.set(value)
                setPart('rules')
              }}
            />
          )}
          {(shown === 'rules' || shown === 'ruleSets') && (
            <div className="grid gap-3 sm:grid-cols-2">
              <Field label={t('at')}>
                {(control) => (
                  <Select
                    {...control}
                    value={set.at}
                    choices={RULE_PLACES.map((value) => ({ value, label: t(`places.${value}`) }))}
                    data-testid="inject-at"
                    onChange={(at) => edit({ at })}
                  />
                )}
              </Field>
              {set.at === 'after' && (
                <Field label={t('after')} hint={t('afterHint')}>
                  {(control) => (
                    <Input {...control} value={set.after} onChange={(event) => edit({ after: event.target.value })} />
                  )}
                </Field>
              )}
            </div>
          )}
        </TabPanel>
      </section>
      {isEmptySet(set) ? (
        <p className="text-sm text-muted">{t('nothing')}</p>
      ) : (
        result && (
          <InjectionPreview
            result={result}
            parts={changes.map((one) => one.part)}
            isCurrent={isCurrent}
            onShow={(line) => show({ line })}
          />
        )
      )}
      <div className="sticky bottom-0 -mx-3 -mb-3 flex flex-wrap items-center gap-3 border-t border-line bg-page px-3 py-2 sm:-mx-4 sm:-mb-4 sm:px-4">
        <Button look="solid" icon="check" disabled={!canApply} data-testid="inject-apply" onClick={apply}>
          {t('apply')}
        </Button>
        <p role="status" className="min-w-0 flex-1 text-sm text-muted" data-testid="inject-said">
          {said?.of === text ? said.words : ''}
        </p>
      </div>
    </div>
  )
}
