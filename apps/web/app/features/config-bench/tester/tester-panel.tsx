import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { type LiveQuestion, useConfigAnswer } from '../../../components/engine/use-config-answer.ts'
import { createStore, useStore } from '../../../lib/store.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { useRouteLocale } from '../../../lib/use-route-locale.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import type { ExplainedSite } from '../../../workers/tasks/config.ts'
import type { BenchPanelProps } from '../bench/panel.ts'
import { AddRule } from './add-rule.tsx'
import { UnreadLists } from './unread-lists.tsx'
import { NO_SITE, readSite, type TypedSite } from './read-site.ts'
import { RoutePath } from './route-path.tsx'

/** What was asked last: it is still there after a look at another panel. */
const typedSite = createStore<TypedSite>(NO_SITE)
/** From here on the text stands beside the panel. */
const BESIDE = '(width >= 1024px)'
const NETWORKS = ['', 'tcp', 'udp'] as const

/** "This site goes…": the rule that takes a connection, and the way from there to a node. */
export function TesterPanel({ config, change, show, ask }: BenchPanelProps) {
  const t = useTranslations('tester')
  const lang = useRouteLocale()
  const isBeside = useMedia(BESIDE, true)
  const typed = useStore(typedSite, NO_SITE)
  const { text, client } = config

  const read = useMemo(() => readSite(typed), [typed])
  const question = typeof read === 'object' ? read : undefined
  const live = useMemo<LiveQuestion<ExplainedSite>>(
    () => question && ((api) => api.explain(text, { client }, question, lang)),
    [question, text, client, lang],
  )
  const { answer: site, isCurrent } = useConfigAnswer(ask, live)
  const answer = question && site?.answer

  const set = (part: Partial<TypedSite>) => typedSite.set({ ...typed, ...part })
  const errorOf = (field: keyof TypedSite) => (read === field ? t(`wrong.${field}`) : undefined)
  return (
    <div className="flex min-w-0 flex-col gap-4 p-3 sm:p-4" data-testid="tester">
      <form
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (!answer?.rule) return
          const box = document.activeElement
          show({ line: answer.rule.line })
          // The next site is typed in the same box.
          if (isBeside && box instanceof HTMLElement) box.focus()
        }}
      >
        <Field label={t('site')} hint={t('hint')} error={errorOf('site')}>
          {(control) => (
            <span className="flex items-center gap-1">
              <Input
                {...control}
                value={typed.site}
                type="search"
                inputMode="url"
                autoCapitalize="off"
                placeholder="www.example.com"
                data-testid="tester-site"
                onChange={(event) => set({ site: event.target.value })}
              />
              <IconButton
                type="submit"
                icon="corner-down-left"
                label={t('mark')}
                disabled={!answer?.rule}
                data-testid="tester-mark"
              />
            </span>
          )}
        </Field>
        <details
          className="group"
          open={typed.process !== '' || typed.port !== '' || typed.resolved !== '' || undefined}
        >
          <summary className="flex min-h-(--target) w-fit cursor-pointer items-center gap-1 text-sm text-muted">
            <Icon name="chevron-right" className="size-3.5 transition-transform group-open:rotate-90" />
            {t('more')}
          </summary>
          <div className="grid gap-3 pt-1 sm:grid-cols-2">
            <Field label={t('process')} hint={t('processHint')}>
              {(control) => (
                <Input
                  {...control}
                  value={typed.process}
                  data-testid="tester-process"
                  onChange={(event) => set({ process: event.target.value })}
                />
              )}
            </Field>
            <Field label={t('resolved')} hint={t('resolvedHint')} error={errorOf('resolved')}>
              {(control) => (
                <Input
                  {...control}
                  value={typed.resolved}
                  onChange={(event) => set({ resolved: event.target.value })}
                />
              )}
            </Field>
            <Field label={t('port')} error={errorOf('port')}>
              {(control) => (
                <Input
                  {...control}
                  value={typed.port}
                  inputMode="numeric"
                  placeholder={question?.port === undefined ? '' : String(question.port)}
                  onChange={(event) => set({ port: event.target.value })}
                />
              )}
            </Field>
            <Field label={t('network')}>
              {(control) => (
                <Select
                  {...control}
                  value={typed.network}
                  choices={NETWORKS.map((value) => ({ value, label: t(`networks.${value === '' ? 'any' : value}`) }))}
                  onChange={(network) => set({ network })}
                />
              )}
            </Field>
          </div>
        </details>
      </form>
      {question === undefined ? (
        <p className="text-sm text-muted">{t('nothing')}</p>
      ) : site && !answer ? (
        <p className="text-sm text-error" role="alert">
          {t('noConfig')}
        </p>
      ) : (
        answer && (
          <div aria-busy={!isCurrent} className={`flex flex-col gap-4 ${isCurrent ? '' : 'opacity-60'}`}>
            <RoutePath question={question} answer={answer} onShow={(line) => show({ line })} />
            <UnreadLists unknown={answer.unknown} lists={site.lists} onCome={() => set({})} />
            <AddRule
              key={JSON.stringify(question)}
              config={config}
              question={question}
              rule={answer.rule}
              ask={ask}
              change={change}
            />
          </div>
        )
      )}
    </div>
  )
}
