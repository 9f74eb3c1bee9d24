import type { OutputId, TemplateReport } from '@switchyard/recipe/model'
import { findClientFacts } from '@switchyard/convert/facts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useStore } from '../../../lib/store.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { type BuiltinName, type ChosenTemplate, BUILTIN, withCommon } from '@switchyard/recipe/model'
import { hostOf } from '../../../components/engine/host-of.ts'
import { AddByUrl, AddOwn, type AddProps } from './template-add.tsx'
import type { OwnTemplate } from '../../../components/config-form/template-library.ts'
import { TemplateList } from '../../../components/config-form/template-list.tsx'
import { TemplatePreview } from '../../../components/config-form/template-preview.tsx'
import { useReport } from './use-report.ts'
import { useModel, useSession } from '../session/use-convert.ts'
import { useOwnTemplates } from './use-own-templates.ts'

type Source = 'builtin' | 'own' | 'url'
const SOURCES: readonly Source[] = ['builtin', 'own', 'url']
const NONE: readonly OwnTemplate[] = []
/** Fewer are seen at a glance. */
const SEARCHED_FROM = 8
/** The title has a second line. It is as far from the top as from the left. The tabs stand close below it. */
const HEAD =
  '[&>.panel-header]:items-start [&>.panel-header]:pt-4 [&>.panel-header]:pb-0 [&>.panel-header>button]:-mt-2'

/** Chooses the template: ours, the user's own, or one from an address. */
export function TemplateDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('configForm.template')
  const tc = useTranslations('convert')
  const session = useSession()
  const { output, common } = useModel()
  const actions = useOwnTemplates()
  const library = useStore(session.templates.list, NONE)
  const { template } = common
  const inUse = typeof template === 'string' ? template : template.id
  const nameInUse = typeof template === 'string' ? tc(`opt.${template}`) : template.name
  const [source, setSource] = useState<Source>(() => {
    if (BUILTIN.some((name) => name === inUse)) return 'builtin'
    const template = library.find(({ id }) => id === inUse)
    return template ? sourceOf(template) : 'own'
  })
  const [query, setQuery] = useState('')
  const [selected, setSelected] = useState(inUse)
  const [isPasting, setPasting] = useState(false)
  const [isDirty, setDirty] = useState(false)

  // What is chosen counts where it can be seen.
  const own = isPasting ? undefined : library.find((one) => one.id === selected && sourceOf(one) === source)
  const builtin = source === 'builtin' ? BUILTIN.find((name) => name === selected) : undefined
  const chosen: BuiltinName | ChosenTemplate | undefined =
    builtin ?? (own && { id: own.id, name: own.name, text: own.text })
  const report = useReport(chosen)
  const isForOther = report !== undefined && !canTake(output, report.kind)
  const canUse = report !== undefined && report.kind !== 'broken' && !isForOther

  const isInUse = chosen !== undefined && selected === inUse

  const use = () => {
    if (!chosen || !canUse) return
    session.change((model) => withCommon(model, { template: chosen }), 'template')
    onClose()
  }

  const isWanted = (...texts: string[]) => texts.some((text) => text.toLowerCase().includes(words))
  const builtins = source === 'builtin' ? BUILTIN : []
  const ofSource = library.filter((one) => sourceOf(one) === source)
  const isSearched = ofSource.length >= SEARCHED_FROM
  const words = isSearched ? query.trim().toLowerCase() : ''
  const owned = ofSource.filter(({ url = '', name }) => isWanted(name, hostOf(url)))
  const hasChoice = !isPasting && builtins.length + owned.length > 0
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
      title={
        <>
          {t('title')}
          <span className="block truncate text-xs font-normal text-muted">
            {canUse && !isInUse ? t('later') : t('inUse', { name: nameInUse })}
          </span>
        </>
      }
      dirty={isDirty}
      onClose={onClose}
      data-testid="template-dialog"
      className={`sm:h-[min(540px,100%)] ${HEAD}`}
      footer={
        <>
          {!isInUse && <Button onClick={onClose}>{t('cancel')}</Button>}
          <Button
            look="solid"
            disabled={!isInUse && !canUse}
            data-testid="template-use"
            onClick={isInUse ? onClose : use}
          >
            {t(isInUse ? 'done' : 'use')}
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
            setQuery('')
            setPasting(false)
          }}
        />
        <TabPanel
          name="template"
          id={source}
          className={`grid min-h-0 flex-1 gap-4 ${hasChoice ? 'sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]' : ''}`}
        >
          <div className="flex min-w-0 flex-col gap-3">
            {isSearched && !isPasting && <SearchInput label={t('search')} value={query} onChange={setQuery} />}
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
              <TemplateList
                builtins={builtins.map((id) => ({ id, name: tc(`opt.${id}`), note: tc(`opt.${id}Note`) }))}
                owned={owned}
                selected={selected}
                actions={actions}
                onSelect={setSelected}
                onUse={use}
              />
            )}
            {!isPasting && !hasChoice && (
              <EmptyState icon="file-text" text={words ? t('noMatch') : t(source === 'url' ? 'noUrl' : 'noOwn')}>
                {words && <Button onClick={() => setQuery('')}>{t('clear')}</Button>}
              </EmptyState>
            )}
          </div>
          {hasChoice && (
            <TemplatePreview
              name={builtin ? tc(`opt.${builtin}`) : own?.name}
              report={report}
              isForOther={isForOther}
            />
          )}
        </TabPanel>
      </div>
    </Dialog>
  )
}

const sourceOf = ({ url }: OwnTemplate): Source => (url === undefined ? 'own' : 'url')

/** A whole config of somebody's own is of use to the clients that read its format. */
function canTake(target: OutputId, kind: TemplateReport['kind']): boolean {
  const formats = findClientFacts(target)?.configFormats
  const isOwnConfig = kind === 'clash-yaml' || kind === 'singbox-json'
  return !isOwnConfig || formats === undefined || formats.includes(kind)
}
