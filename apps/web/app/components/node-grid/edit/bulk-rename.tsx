import { parseTemplate, TEMPLATE_TOKENS, templateNamer } from '@switchyard/recipe/model'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { isNode } from '../listed-node.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { useOutOfSight } from '../../../ui/use-out-of-sight.ts'
import { useGrid } from '../grid-context.ts'
import { LaterNodes } from './later-nodes.tsx'
import { planRename, NAME_FIELD_MAX } from './rename.ts'
import type { NamesProps } from './step-scope.ts'
import type { NewStep } from '../types.ts'
import { RegexMissing } from '../filter/regex-missing.tsx'
import { REGEX_WORDS } from '../filter/regex-words.ts'
import { useKeptNodes } from './use-kept-nodes.ts'
import { useRegexEngine } from '../filter/use-regex-engine.ts'

const SHOWN = 100
const FIRST_TEMPLATE = '{flag} {region}-{n:02}'
type Way = 'template' | 'regex'

/** Many names at once, by a template or by replacing what a pattern finds; every new name is seen before. */
export default function BulkRename({ rows, ids: chosenIds, scope, onRename, onKeep, onClose }: NamesProps) {
  const { t, regionName } = useGrid()
  const [way, setWay] = useState<Way>('template')
  const [template, setTemplate] = useState(FIRST_TEMPLATE)
  const [pattern, setPattern] = useState('')
  const [replacement, setReplacement] = useState('')
  const { chunk: engine, retry } = useRegexEngine(way === 'regex')

  const { isKept, setKept, kept, ids, chosen } = useKeptNodes(rows, chosenIds, scope)
  const others = useMemo(() => {
    const wanted = new Set(ids)
    return rows
      .filter((row) => !wanted.has(row.id) && row.duplicateOf === undefined && isNode(row))
      .map(({ name }) => name)
  }, [rows, ids])

  const asked = useDeferredValue(
    useMemo(() => ({ way, template, pattern, replacement }), [way, template, pattern, replacement]),
  )
  const { plan, issue } = useMemo(() => {
    const { way, template, pattern, replacement } = asked
    if (way === 'template') {
      const { parts, unknown } = parseTemplate(template)
      if (unknown !== undefined) return { issue: t('template.unknown', { token: unknown }) }
      if (template.trim() === '') return {}
      return { plan: planRename(chosen, templateNamer(parts, { regionName }), others) }
    }
    const compiled = pattern === '' ? undefined : engine?.userReplacer(pattern, { ignoreCase: true })
    if (!compiled) return {}
    if (compiled.issue) return { issue: t(REGEX_WORDS[compiled.issue.reason], { pattern }) }
    return {
      plan: planRename(chosen, ({ name }) => compiled.regex.replace(name, replacement), others),
    }
  }, [asked, chosen, others, engine, regionName, t])

  const apply = () => {
    if (!plan) return
    if (!kept) return onRename(plan.changes)
    const { match } = kept
    const step: NewStep =
      way === 'template'
        ? { kind: 'name', template, match }
        : { kind: 'replace', pattern: `(?i)${pattern}`, to: replacement, match }
    onKeep(step, plan.changes)
  }
  const dirty = template !== FIRST_TEMPLATE || pattern !== '' || replacement !== ''
  const before = useMemo(() => new Map(chosen.map((row) => [row.id, row.name])), [chosen])
  const count = plan?.changes.length ?? 0
  // That all of them get a name says the title.
  const saysMore = !plan || count !== ids.length || plan.collisions > 0 || plan.empty > 0
  return (
    <FormDialog
      title={t('renameMany', { count: ids.length })}
      size="medium"
      dirty={dirty}
      apply={t('renameApply', { count })}
      canApply={plan !== undefined && count > 0}
      onApply={apply}
      onClose={onClose}
      data-testid="bulk-rename"
    >
      <Tabs
        label={t('renameWay')}
        name="rename"
        value={way}
        onChange={setWay}
        tabs={[
          { id: 'template', label: t('byTemplate') },
          { id: 'regex', label: t('byRegex') },
        ]}
      />
      <TabPanel name="rename" id={way} className="flex flex-col gap-3">
        {way === 'template' ? (
          <>
            <Field label={t('template.label')} error={issue}>
              {(control) => (
                <Input
                  {...control}
                  data-autofocus
                  className="font-mono"
                  value={template}
                  maxLength={NAME_FIELD_MAX}
                  onChange={(event) => setTemplate(event.target.value)}
                />
              )}
            </Field>
            <TemplateTokens onPick={(token) => setTemplate(template + token)} />
          </>
        ) : (
          <div className="grid gap-3 sm:grid-cols-2">
            <Field
              label={t('regexFind')}
              error={retry ? <RegexMissing onRetry={retry} /> : issue}
              hint={t('regexHint')}
            >
              {(control) => (
                <Input
                  {...control}
                  data-autofocus
                  className="font-mono"
                  value={pattern}
                  onChange={(event) => setPattern(event.target.value)}
                />
              )}
            </Field>
            <Field label={t('regexReplace')} hint={t('regexReplaceHint')}>
              {(control) => (
                <Input
                  {...control}
                  className="font-mono"
                  value={replacement}
                  maxLength={NAME_FIELD_MAX}
                  onChange={(event) => setReplacement(event.target.value)}
                />
              )}
            </Field>
          </div>
        )}
      </TabPanel>
      {scope && <LaterNodes scope={scope} checked={isKept} onChange={setKept} />}
      <p role="status" className={saysMore ? 'text-xs text-muted' : 'sr-only'} data-testid="rename-summary">
        {plan ? t('renamePlan', { count, collisions: plan.collisions, empty: plan.empty }) : t('renameNothing')}
      </p>
      {plan && count > 0 && (
        <ol aria-label={t('renameList')} className="overflow-hidden rounded-md border border-line text-xs">
          {plan.changes.slice(0, SHOWN).map(({ id, name }) => (
            <li
              key={id}
              className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] gap-2 border-t border-line px-2 py-1 first:border-t-0"
            >
              <span className="truncate text-muted">{before.get(id)}</span>
              <span aria-hidden="true" className="text-muted">
                →
              </span>
              <span className="sr-only">{t('becomes')}</span>
              <span className="truncate font-medium">{name}</span>
            </li>
          ))}
        </ol>
      )}
      {count > SHOWN && <p className="text-xs text-muted">{t('goneMore', { count: count - SHOWN })}</p>}
    </FormDialog>
  )
}

/** What a template may hold. On a phone it is one line to scroll: the new names below need the room. */
function TemplateTokens({ onPick }: { onPick: (token: string) => void }) {
  const { t } = useGrid()
  const line = useRef<HTMLDivElement>(null)
  const { fade } = useOutOfSight(line, undefined)
  return (
    <div
      ref={line}
      data-fade={fade}
      className="chip-line -m-1 flex gap-1.5 overflow-x-auto p-1 [scrollbar-width:none] sm:flex-wrap"
    >
      {TEMPLATE_TOKENS.map((token) => {
        const spelled = `{${token === 'n' || token === 'i' ? `${token}:02` : token}}`
        const word = t(`template.${token}`)
        return (
          <Button key={token} size="small" onClick={() => onPick(spelled)}>
            <span className="font-mono">{spelled}</span>
            {word !== token && <span className="text-muted">{word}</span>}
          </Button>
        )
      })}
    </div>
  )
}
