import type { ReactNode } from 'react'
import type { RouteQuestion } from '@switchyard/convert/configs'
import { useTranslations } from 'use-intl'
import type { ExplainedSite } from '../../../workers/tasks/config.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icons.ts'

type Answer = NonNullable<ExplainedSite['answer']>
/** Of a group that takes any of many, so many are named. */
const NAMES_MAX = 12

interface Props {
  question: RouteQuestion
  answer: Answer
  onShow: (line: number) => void
}

/** The way of a connection, from the site over rule and groups to the node. */
export function RoutePath({ question, answer, onShow }: Props) {
  const t = useTranslations('tester')
  const { rule, groups, node, nodes, needs, passed, whyWords } = answer
  const site = [question.host ?? question.ip ?? question.process, question.port].filter((part) => part !== undefined)
  const more = (nodes?.length ?? 0) - NAMES_MAX
  return (
    <section aria-label={t('path')} className="flex flex-col gap-3">
      <ol className="flex flex-col" data-testid="tester-path" aria-live="polite">
        <Step icon="link" kind={t('step.site')}>
          <span className="font-medium wrap-anywhere">{site.join(':')}</span>
        </Step>
        {passed.map(({ rule, message }) => (
          <Step key={`${rule.line} ${rule.text}`} icon="minus" kind={t('step.passed')} isQuiet>
            <LineButton line={rule.line} onShow={onShow} />
            <span className="wrap-anywhere">{message}</span>
          </Step>
        ))}
        <Step icon="list-checks" kind={t('step.rule')}>
          {rule && (
            <>
              <LineButton line={rule.line} onShow={onShow} />
              <code className="block text-sm wrap-anywhere" data-testid="tester-rule">
                {rule.text}
              </code>
            </>
          )}
          <span className="block text-xs text-muted wrap-anywhere">{whyWords}</span>
        </Step>
        {groups.map((name) => (
          <Step key={name} icon="network" kind={t('step.group')}>
            <span className="wrap-anywhere">{name}</span>
          </Step>
        ))}
        <Step icon="map-pin" kind={t('step.node')} isLast>
          {node !== undefined ? (
            <strong className="font-semibold wrap-anywhere" data-testid="tester-node">
              {node}
            </strong>
          ) : nodes === undefined ? (
            <span className="text-error">{t('nowhere')}</span>
          ) : (
            <span className="wrap-anywhere" data-testid="tester-node">
              {t('anyOf', { names: nodes.slice(0, NAMES_MAX).join(t('separator')) })}
              {more > 0 && ` ${t('andMore', { n: more })}`}
            </span>
          )}
        </Step>
      </ol>
      {needs.map(({ fact, message, rules, isMore }) => (
        <div key={fact} className="rounded-md border border-line bg-info-soft px-3 py-2 text-sm">
          <p>{message}</p>
          <ul className="mt-1">
            {rules.map(({ line, text }) => (
              <li key={line} className="flex items-baseline gap-2">
                <LineButton line={line} onShow={onShow} />
                <code className="min-w-0 wrap-anywhere">{text}</code>
              </li>
            ))}
            {isMore && <li className="text-muted">{t('moreRules')}</li>}
          </ul>
        </div>
      ))}
    </section>
  )
}

interface StepProps {
  icon: IconName
  kind: string
  isQuiet?: boolean
  isLast?: boolean
  children: ReactNode
}

/** A station of the way; a line leads on to the next one. */
function Step({ icon, kind, isQuiet = false, isLast = false, children }: StepProps) {
  return (
    <li className={`flex min-w-0 gap-3 ${isQuiet ? 'text-muted' : ''}`}>
      <span className="flex flex-col items-center" aria-hidden="true">
        <span className="grid size-7 shrink-0 place-items-center rounded-full border border-line-strong bg-card">
          <Icon name={icon} className="size-3.5" />
        </span>
        {!isLast && <span className="w-px flex-1 bg-line-strong" />}
      </span>
      <span className={`min-w-0 flex-1 pt-0.5 text-sm ${isLast ? '' : 'pb-3'}`}>
        <span className="block text-xs text-muted">{kind}</span>
        {children}
      </span>
    </li>
  )
}

function LineButton({ line, onShow }: { line: number; onShow: (line: number) => void }) {
  const t = useTranslations('tester')
  return (
    <button
      type="button"
      className="target shrink-0 py-0.5 text-xs text-link-plain tabular-nums"
      aria-label={t('showLine', { line })}
      onClick={() => onShow(line)}
    >
      {t('line', { line })}
    </button>
  )
}
