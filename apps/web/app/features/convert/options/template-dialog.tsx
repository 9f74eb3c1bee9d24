import type { OutputId, TemplateReport } from '@switchyard/recipe/model'
import { findClientFacts } from '@switchyard/convert/facts'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useAppConfig } from '../../../lib/app-config.ts'
import { fileSize } from '../../../lib/file-size.ts'
import { useStore } from '../../../lib/store.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { type BuiltinName, type ChosenTemplate, BUILTIN, withCommon } from '@switchyard/recipe/model'
import { FormFailure } from '../../../components/api-call/form-failure.tsx'
import { hostOf } from '../../../components/engine/host-of.ts'
import { AddByUrl, AddFromGit, AddOwn, type AddProps } from './template-add.tsx'
import type { OwnTemplate } from '../../../components/config-form/template-library.ts'
import { TemplateList } from '../../../components/config-form/template-list.tsx'
import { TemplatePreview } from '../../../components/config-form/template-preview.tsx'
import { useReport } from './use-report.ts'
import { useModel, useSession } from '../session/use-convert.ts'
import { ListState } from '../../../components/presets/list-state.tsx'
import { presetHost, presetOfTemplate, presetTemplateId } from '../../../components/presets/preset-place.ts'
import { PresetState } from './preset-state.tsx'
import { usePresetChoice } from './use-preset-choice.ts'
import { useOwnTemplates } from './use-own-templates.ts'

type Source = 'builtin' | 'preset' | 'own' | 'git' | 'url'
const SOURCES: readonly Source[] = ['builtin', 'preset', 'own', 'git', 'url']
const NONE: readonly OwnTemplate[] = []
/** Fewer are seen at a glance. */
const SEARCHED_FROM = 8
/** The title has a second line. It is as far from the top as from the left. The tabs stand close below it. */
const HEAD =
  '[&>.panel-header]:items-start [&>.panel-header]:pt-4 [&>.panel-header]:pb-0 [&>.panel-header>button]:-mt-2'

/** Chooses the template: ours, a preset of a public repository, the user's own, a file of their repository, or one from an address. */
export function TemplateDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('configForm.template')
  const tc = useTranslations('convert')
  const tp = useTranslations('presets')
  const format = useFormatter()
  const { presetsBase } = useAppConfig()
  const session = useSession()
  const { output, common } = useModel()
  const actions = useOwnTemplates()
  const library = useStore(session.templates.list, NONE)
  const { template } = common
  const inUse = typeof template === 'string' ? template : template.id
  const nameInUse = typeof template === 'string' ? tc(`opt.${template}`) : template.name
  const [source, setSource] = useState<Source>(() => {
    if (BUILTIN.some((name) => name === inUse)) return 'builtin'
    if (presetOfTemplate(inUse ?? '')) return 'preset'
    const template = library.find(({ id }) => id === inUse)
    return template ? sourceOf(template) : 'own'
  })
  const [query, setQuery] = useState('')
  const [selected, setSelected] = useState(inUse)
  const [isPasting, setPasting] = useState(false)
  const [edited, setEdited] = useState<OwnTemplate>()
  const [isDirty, setDirty] = useState(false)

  // What is chosen counts where it can be seen.
  const own = isPasting ? undefined : library.find((one) => one.id === selected && sourceOf(one) === source)
  const builtin = source === 'builtin' ? BUILTIN.find((name) => name === selected) : undefined
  const presets = usePresetChoice(
    source === 'preset',
    selected ?? '',
    typeof template === 'string' ? undefined : template,
  )
  const chosen: BuiltinName | ChosenTemplate | undefined =
    builtin ?? presets.chosen ?? (own && { id: own.id, name: own.name, text: own.text })
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
  const ofSource = library.filter((one) => sourceOf(one) === source)
  const files = presets.list.value?.files ?? []
  const isSearched = ofSource.length + files.length >= SEARCHED_FROM
  const words = isSearched ? query.trim().toLowerCase() : ''
  const owned = ofSource.filter(({ url = '', name }) => isWanted(name, hostOf(url)))
  const given: readonly { id: string; name: string; note: string }[] =
    source === 'builtin'
      ? BUILTIN.map((id) => ({ id, name: tc(`opt.${id}`), note: tc(`opt.${id}Note`) }))
      : files
          .filter(({ name }) => isWanted(name))
          .map(({ place, name, bytes }) => ({ id: presetTemplateId(place), name, note: fileSize(bytes, format) }))
  const hasChoice = !isPasting && given.length + owned.length > 0
  const saveOwn = () => {
    if (!presets.chosen) return
    const { name, text } = presets.chosen
    const { id } = session.templates.add({ name, text, at: Date.now(), isKept: true })
    setSource('own')
    setSelected(id)
    setQuery('')
  }
  const paste = (isPasting: boolean) => {
    setPasting(isPasting)
    setEdited(undefined)
  }
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
            paste(false)
          }}
        />
        <TabPanel
          name="template"
          id={source}
          className={`grid min-h-0 flex-1 gap-4 ${hasChoice ? 'sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]' : ''}`}
        >
          <div className="flex min-w-0 flex-col gap-3">
            {isSearched && !isPasting && <SearchInput label={t('search')} value={query} onChange={setQuery} />}
            {source === 'preset' && (
              <>
                <p className="text-xs text-muted">{tp('privacy', { host: presetHost(presetsBase) })}</p>
                <ListState list={presets.list} isLoading={presets.list.isLoading} onRefresh={presets.list.refresh} />
              </>
            )}
            {source === 'own' && (
              <AddOwn
                key={edited?.id}
                {...adding}
                isPasting={isPasting}
                edited={edited}
                onPasting={paste}
                onEdited={(id, changes) => {
                  actions.change(id, changes)
                  paste(false)
                  setDirty(false)
                }}
              />
            )}
            {source !== 'builtin' && <FormFailure failure={actions.failure} />}
            {source === 'git' && (
              <AddFromGit
                {...adding}
                onAdded={(template) => {
                  setSource('own')
                  adding.onAdded(template)
                }}
              />
            )}
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
                builtins={given}
                owned={owned}
                selected={selected}
                actions={actions}
                onSelect={setSelected}
                onUse={use}
                onEdit={(template) => {
                  setEdited(template)
                  setPasting(true)
                }}
              />
            )}
            {!isPasting && !hasChoice && (source !== 'preset' || words) && (
              <EmptyState icon="file-text" text={words ? t('noMatch') : t(source === 'url' ? 'noUrl' : 'noOwn')}>
                {words && <Button onClick={() => setQuery('')}>{t('clear')}</Button>}
              </EmptyState>
            )}
          </div>
          {hasChoice && (
            <div className="flex min-w-0 flex-col gap-3">
              {source === 'preset' && (
                <PresetState text={presets.text} chosen={presets.chosen}>
                  <Button size="small" icon="plus" data-testid="preset-save" onClick={saveOwn}>
                    {t('saveOwn')}
                  </Button>
                </PresetState>
              )}
              <TemplatePreview
                name={builtin ? tc(`opt.${builtin}`) : (presets.chosen ?? own)?.name}
                report={report}
                isForOther={isForOther}
              />
            </div>
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
