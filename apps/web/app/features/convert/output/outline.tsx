import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Outline } from '@switchyard/recipe/model'

const MEMBERS_SHOWN = 200

/** What the result is made of, with the way to each part of its text. */
export function OutlineView({ outline, onLine }: { outline: Outline | undefined; onLine: (line: number) => void }) {
  const t = useTranslations('convert.outline')
  if (!outline) return <EmptyState icon="list" text={t('empty')} />
  const { nodes, groups, rules, ruleSets, nodeLine, ruleLine } = outline
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-3 text-sm">
      <ul className="flex flex-wrap gap-2">
        <li>
          <LineButton line={nodeLine} onLine={onLine} words={t('nodes', { n: nodes })} />
        </li>
        <li>
          <LineButton line={ruleLine} onLine={onLine} words={t('rules', { n: rules })} />
        </li>
        {ruleSets > 0 && (
          <li className="rounded-md border border-line px-2 py-1 text-muted">{t('ruleSets', { n: ruleSets })}</li>
        )}
      </ul>
      <h2 className="mt-4 mb-1 text-xs font-medium text-muted">{t('groups')}</h2>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {groups.map(({ name, type, members, line, missing }) => (
          <li key={name}>
            <details className="group">
              <summary className="flex min-h-(--row) cursor-pointer flex-wrap items-center gap-2 px-3">
                <Icon name="chevron-right" className="size-3.5 text-muted transition-transform group-open:rotate-90" />
                <span className="font-medium">{name}</span>
                <span className="font-mono text-xs text-muted">{type}</span>
                <span className="ml-auto text-xs text-muted tabular-nums">{t('members', { n: members.length })}</span>
                {missing.length > 0 && (
                  <span className="flex w-full items-center gap-1 text-xs text-error">
                    <Icon name="circle-alert" className="size-3.5" />
                    {t('missing', { names: missing.slice(0, 5).join(', ') })}
                  </span>
                )}
              </summary>
              <div className="px-9 pb-2">
                <LineButton line={line} onLine={onLine} words={t('jump', { line: line ?? 0 })} />
                <ul className="mt-1 text-muted">
                  {members.slice(0, MEMBERS_SHOWN).map((member) => (
                    <li key={member} className={missing.includes(member) ? 'text-error' : ''}>
                      {member}
                    </li>
                  ))}
                  {members.length > MEMBERS_SHOWN && <li>…</li>}
                </ul>
              </div>
            </details>
          </li>
        ))}
      </ul>
    </div>
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
      className="min-h-(--target) rounded-md border border-line px-2 py-1 hover:bg-hover"
      onClick={() => onLine(line)}
    >
      {words}
    </button>
  )
}
