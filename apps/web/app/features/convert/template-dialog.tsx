import { useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Input } from '../../ui/field.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import type { BuiltinName, ChosenTemplate } from '../../workers/conversion-types.ts'
import { BUILTIN } from './builtin-templates.ts'
import { hostOf } from './host-of.ts'
import { withCommon } from './model.ts'
import { tellGone } from './tell-gone.ts'
import { AddByUrl, AddOwn, type AddProps } from './template-add.tsx'
import { fetchTemplate, type OwnTemplate, type TemplateChanges, type TemplateFailure } from './template-library.ts'
import { TemplatePreview, useReport } from './template-preview.tsx'
import { TemplateRow } from './template-row.tsx'
import { useModel, useSession } from './use-convert.ts'

type Source = 'builtin' | 'own' | 'url'
const SOURCES: readonly Source[] = ['builtin', 'own', 'url']
const NONE: readonly OwnTemplate[] = []

/** Chooses the template: ours, the user's own, or one from an address. */
export function TemplateDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('convert.template')
  const tc = useTranslations('convert')
  const session = useSession()
  const { target, common } = useModel()
  const library = useStore(session.templates.list, NONE)
  const inUse = typeof common.template === 'string' ? common.template : common.template.id
  const [source, setSource] = useState<Source>(() =>
    sourceOf(
      library.find(({ id }) => id === inUse),
      inUse,
    ),
  )
  const [query, setQuery] = useState('')
  const [selected, setSelected] = useState(inUse)
  const [isPasting, setPasting] = useState(false)
  const [failed, setFailed] = useState<Readonly<Record<string, TemplateFailure | undefined>>>({})
  const [isDirty, setDirty] = useState(false)
  const list = useRef<HTMLUListElement>(null)

  // What is chosen counts where it can be seen.
  const own = isPasting
    ? undefined
    : library.find((one) => one.id === selected && source === (one.url === undefined ? 'own' : 'url'))
  const builtin = source === 'builtin' ? BUILTIN.find((name) => name === selected) : undefined
  const chosen: BuiltinName | ChosenTemplate | undefined =
    builtin ?? (own && { id: own.id, name: own.name, text: own.text })
  const report = useReport(chosen)
  const isForOther = report?.kind === 'singbox' && target !== 'singbox'
  const canUse = report !== undefined && report.kind !== 'broken' && !isForOther

  const use = () => {
    if (!chosen || !canUse) return
    if (selected !== inUse) session.change((model) => withCommon(model, { template: chosen }), 'template')
    onClose()
  }
  const remove = (template: OwnTemplate) => {
    const at = library.indexOf(template)
    session.templates.remove(template.id)
    list.current?.closest('[role=tabpanel]')?.querySelector<HTMLElement>('input, button')?.focus()
    showToast({
      kind: 'undo',
      text: t('deleted'),
      action: { label: tc('undo'), run: () => session.templates.put(template, at) },
    })
  }
  const change = (id: string, changes: TemplateChanges) => {
    const changed = session.templates.change(id, changes)
    const { template } = session.model.common
    if (!changed || typeof template === 'string' || template.id !== id) return
    const { name, text } = changed
    if (name !== template.name || text !== template.text)
      session.change((model) => withCommon(model, { template: { id, name, text } }), 'template')
  }
  const refresh = async ({ id, name, url = '' }: OwnTemplate) => {
    const tell = (failure?: TemplateFailure) => setFailed((told) => ({ ...told, [id]: failure }))
    const answer = await fetchTemplate(url)
    if ('error' in answer) return tell(answer.error)
    const report = await session.checkTemplate({ name, text: answer.text }).catch(tellGone(tc))
    if (!report) return
    if (report.kind === 'broken') return tell('not-a-template')
    tell()
    change(id, { text: answer.text, at: Date.now() })
  }

  const words = query.trim().toLowerCase()
  const isWanted = (...texts: string[]) => texts.some((text) => text.toLowerCase().includes(words))
  const builtins = BUILTIN.filter((name) => isWanted(tc(`opt.${name}`), tc(`opt.${name}Note`)))
  const owned = library.filter(
    ({ url, name }) => (source === 'url') === (url !== undefined) && isWanted(name, url ? hostOf(url) : ''),
  )
  const hasAny = source === 'builtin' || library.some(({ url }) => (source === 'url') === (url !== undefined))
  const adding: AddProps = {
    onAdded: (template) => {
      setPasting(false)
      setDirty(false)
      setSelected(template.id)
      setQuery('')
    },
    onDirty: setDirty,
  }

  return (
    <Dialog
      open
      size="large"
      title={t('title')}
      dirty={isDirty}
      onClose={onClose}
      data-testid="template-dialog"
      className="sm:h-[min(640px,100%)]"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="solid" disabled={!canUse} data-testid="template-use" onClick={use}>
            {chosen && selected === inUse ? t('using') : t('use')}
          </Button>
        </>
      }
    >
      <div className="flex min-h-full flex-col gap-3">
        <Tabs
          name="template"
          label={t('from')}
          value={source}
          tabs={SOURCES.map((id) => ({ id, label: t(id), testId: `template-tab-${id}` }))}
          onChange={(next) => {
            setSource(next)
            setPasting(false)
          }}
        />
        <TabPanel name="template" id={source} className="grid min-h-0 flex-1 gap-4 sm:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-3">
            {hasAny && !isPasting && (
              <Input
                type="search"
                data-autofocus
                aria-label={t('search')}
                placeholder={t('search')}
                value={query}
                onChange={(event) => setQuery(event.target.value)}
              />
            )}
            {source === 'own' && <AddOwn {...adding} isPasting={isPasting} onPasting={setPasting} />}
            {source === 'url' && (
              <AddByUrl
                {...adding}
                onPasteInstead={() => {
                  setSource('own')
                  setPasting(true)
                }}
              />
            )}
            {!isPasting && (
              <form
                onSubmit={(event: FormEvent) => {
                  event.preventDefault()
                  use()
                }}
              >
                <ul ref={list} aria-label={t('list')} className="grid gap-2">
                  {source === 'builtin'
                    ? builtins.map((name) => (
                        <TemplateRow
                          key={name}
                          id={name}
                          name={tc(`opt.${name}`)}
                          note={tc(`opt.${name}Note`)}
                          isSelected={selected === name}
                          isInUse={inUse === name}
                          onSelect={setSelected}
                          onUse={use}
                        />
                      ))
                    : owned.map((template) => (
                        <TemplateRow
                          key={template.id}
                          id={template.id}
                          name={template.name}
                          template={template}
                          failure={failed[template.id]}
                          isSelected={selected === template.id}
                          isInUse={inUse === template.id}
                          onSelect={setSelected}
                          onUse={use}
                          onChange={change}
                          onRemove={remove}
                          onRefresh={refresh}
                        />
                      ))}
                </ul>
                {/* Enter in the list uses what is chosen. */}
                <button type="submit" hidden />
              </form>
            )}
            {!isPasting && (source === 'builtin' ? builtins : owned).length === 0 && (
              <EmptyState icon="file-text" text={hasAny ? t('noMatch') : t(source === 'url' ? 'noUrl' : 'noOwn')}>
                {hasAny && <Button onClick={() => setQuery('')}>{t('clear')}</Button>}
              </EmptyState>
            )}
          </div>
          <TemplatePreview report={report} isForOther={isForOther} />
        </TabPanel>
      </div>
    </Dialog>
  )
}

function sourceOf(own: OwnTemplate | undefined, inUse: string | undefined): Source {
  if (BUILTIN.some((name) => name === inUse)) return 'builtin'
  return own?.url === undefined ? 'own' : 'url'
}
