import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { editNodes, REPLACED_FIELDS, type ReplacedField, type Replacement } from '@switchyard/recipe/model'
import type { ReplacedNodes } from '@switchyard/recipe'
import { REGEX_WORDS } from '../../components/node-grid/filter/regex-words.ts'
import { reportGone } from '../../components/node-list/report-gone.ts'
import { undoToast } from '../../components/node-list/undo-toast.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { useList } from '../../components/node-list/use-list.ts'

const SHOWN = 100
const LENGTH_MAX = 512

interface Props {
  /** The nodes in which something is looked for. */
  keys: readonly string[]
  onClose: () => void
}

/** Finds a text in names, servers and the like, and puts another one in its place; what comes of it is seen before. */
export function ReplaceDialog({ keys, onClose }: Props) {
  const t = useTranslations('nodeTable.replace')
  const tg = useTranslations('nodeGrid')
  const tl = useTranslations('nodeList')
  const session = useList()
  const [field, setField] = useState<ReplacedField | 'all'>('name')
  const [given, setGiven] = useState({ find: '', to: '', isRegex: false, matchesCase: false })
  const asked = useDeferredValue(given)
  const [found, setFound] = useState<ReplacedNodes>()

  useEffect(() => {
    let isWanted = true
    const fields = field === 'all' ? REPLACED_FIELDS : [field]
    const replacement: Replacement = { ...asked, fields }
    session.desk
      .askOfNodes((api, request) => api.list.replace(request, keys, replacement))
      .then(
        (answer) => isWanted && setFound(answer),
        (error: unknown) => isWanted && reportGone(tl('noAnswer'))(error),
      )
    return () => {
      isWanted = false
    }
  }, [session, keys, field, asked, tl])

  const change = (part: Partial<typeof given>) => setGiven({ ...given, ...part })
  const count = Object.keys(found?.changes ?? {}).length
  const apply = () => {
    if (!found) return
    session.change((recipe) => editNodes(recipe, found.changes))
    undoToast(session, tl('undo'), t('done', { n: count }))
  }
  return (
    <FormDialog
      title={t('title', { n: keys.length })}
      size="medium"
      dirty={given.find !== '' || given.to !== ''}
      apply={t('apply', { n: count })}
      canApply={count > 0 && asked === given}
      onApply={apply}
      onClose={onClose}
      data-testid="replace"
    >
      <Field label={t('in')}>
        {(control) => (
          <Select
            {...control}
            value={field}
            choices={[...REPLACED_FIELDS, 'all' as const].map((value) => ({ value, label: t(`field.${value}`) }))}
            onChange={setField}
          />
        )}
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('find')} error={found?.issue && tg(REGEX_WORDS[found.issue.reason], { pattern: given.find })}>
          {(control) => (
            <Input
              {...control}
              data-autofocus
              className="font-mono"
              maxLength={LENGTH_MAX}
              value={given.find}
              onChange={(event) => change({ find: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('to')} hint={given.isRegex ? tg('regexReplaceHint') : undefined}>
          {(control) => (
            <Input
              {...control}
              className="font-mono"
              maxLength={LENGTH_MAX}
              value={given.to}
              onChange={(event) => change({ to: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Checkbox checked={given.isRegex} onChange={(isRegex) => change({ isRegex })}>
          {t('regex')}
        </Checkbox>
        <Checkbox checked={given.matchesCase} onChange={(matchesCase) => change({ matchesCase })}>
          {t('case')}
        </Checkbox>
      </div>
      <p role="status" className="text-xs text-muted" data-testid="replace-summary">
        {given.find === '' ? t('nothing') : t('found', { n: count })}
      </p>
      {found && found.examples.length > 0 && (
        <ol aria-label={t('preview')} className="overflow-hidden rounded-md border border-line text-xs">
          {found.examples.slice(0, SHOWN).map(({ from, to }, at) => (
            <li
              key={at}
              className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] gap-2 border-t border-line px-2 py-1 first:border-t-0"
            >
              <span className="truncate text-muted">{from}</span>
              <span aria-hidden="true" className="text-muted">
                →
              </span>
              <span className="sr-only">{tg('becomes')}</span>
              <span className="truncate font-medium">{to}</span>
            </li>
          ))}
        </ol>
      )}
    </FormDialog>
  )
}
