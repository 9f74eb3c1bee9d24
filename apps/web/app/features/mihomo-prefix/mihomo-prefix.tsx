import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { handOver } from '../../components/handover/handover.ts'
import { ToolInput } from '../../components/tool-input/tool-input.tsx'
import { localizedPath } from '../../lib/locale.ts'
import { type PageAction, usePageActions } from '../../lib/page-actions.ts'
import { readTextFile } from '../../lib/read-text-file.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { BatchNaming, ReadNaming } from '../../workers/tasks/prefix.ts'
import { BatchCard } from './batch-card.tsx'
import { EMPTY_DRAFT, NO_NAMING, prefixDraft } from './prefix-draft.ts'
import { PrefixResult } from './prefix-result.tsx'
import { PREFIX_SAMPLE } from './sample.ts'
import { usePrefixes } from './use-prefixes.ts'

/** An action does what its button does. */
const press = (testId: string) => () => document.querySelector<HTMLElement>(`[data-testid=${testId}]`)?.click()

const setText = (text: string) => prefixDraft.set({ ...EMPTY_DRAFT, text })
const AFFIX_MAX = 32

/** The providers and nodes of a mihomo config, each with its prefix, suffix and patterns. Nothing of it leaves the page. */
export function MihomoPrefix() {
  const t = useTranslations('mihomoPrefix')
  const locale = useRouteLocale()
  const navigate = useNavigate()
  const draft = useStore(prefixDraft, EMPTY_DRAFT)
  const prefixes = usePrefixes(draft)
  const read = prefixes.state === 'read' ? prefixes.read : undefined
  const made = prefixes.state === 'read' ? prefixes.made : undefined
  const batches = read?.nodes.batches ?? []

  const undoable = (text: string) =>
    showToast({ kind: 'undo', text, action: { label: t('undo'), run: () => prefixDraft.set(draft) } })
  const clear = () => {
    setText('')
    undoable(t('cleared'))
  }
  const setAll = (namingOf: (batch: ReadNaming['nodes']['batches'][number]) => BatchNaming, done: string) => {
    const namings = Object.fromEntries(batches.map((batch) => [batch.provider ?? '', namingOf(batch)]))
    prefixDraft.set((now) => ({ ...now, namings }))
    undoable(done)
  }
  const auto = () =>
    setAll(({ provider, naming }) => {
      const now = draft.namings[provider ?? ''] ?? naming
      return provider === undefined ? now : { ...now, prefix: autoPrefix(provider) }
    }, t('autoDone'))
  const takeFile = async (file: File) => {
    const given = await readTextFile(file)
    if ('text' in given) setText(given.text)
    else showToast({ kind: 'error', text: t('unreadable', { name: file.name }) })
  }
  const use = () => {
    if (!read || !made) return
    const { prefix, suffix, renames } = draft.namings[''] ?? NO_NAMING
    // The converter has a prefix of its own. What it has no words for is done already in the text.
    const isPlain = suffix === '' && renames.length === 0 && batches.every(({ provider }) => provider === undefined)
    handOver({ text: isPlain ? read.config : made.text, files: [] })
    const query = isPlain && prefix !== '' ? `?prefix=${encodeURIComponent(prefix)}` : ''
    void navigate(localizedPath(locale, `/convert${query}`))
  }

  const hasResult = made !== undefined
  const hasNodes = hasResult && batches.some(({ url, names }) => url === undefined && names !== undefined)
  const hasInput = draft.text !== ''
  usePageActions(
    useMemo<PageAction[]>(
      () => [
        { id: 'prefix-copy', label: t('copy'), icon: 'copy', keywords: 'copy fz fuzhi', keys: 'mod+alt+c', disabled: !hasResult, run: press('prefix-copy') },
        { id: 'prefix-save', label: t('save'), icon: 'download', keywords: 'download save bc baocun xz xiazai', keys: 'mod+s', disabled: !hasResult, run: press('prefix-save') },
        { id: 'prefix-use', label: t('use'), icon: 'arrow-right', keywords: 'use convert yy yong zhuanhuan', keys: 'mod+enter', disabled: !hasNodes, run: press('prefix-use') },
        { id: 'prefix-sample', label: t('sample'), icon: 'file-text', keywords: 'sample sl shili', run: () => setText(PREFIX_SAMPLE) },
        { id: 'prefix-clear', label: t('clearInput'), icon: 'x', keywords: 'clear qk qingkong', disabled: !hasInput, run: press('prefix-clear') },
      ],
      [t, hasInput, hasNodes, hasResult],
    ),
  ) // oxfmt-ignore

  return (
    <div className="prefix">
      <ToolInput
        id="prefix"
        text={draft.text}
        placeholder={t('placeholder')}
        sample={t('sample')}
        note={t('local')}
        onText={setText}
        onFile={(file) => void takeFile(file)}
        onClear={clear}
        onSample={() => setText(PREFIX_SAMPLE)}
      >
        {(prefixes.state === 'unread' || prefixes.state === 'gone') && (
          <p role="alert" className="flex items-center gap-2 text-sm text-error" data-testid="prefix-failure">
            <Icon name="circle-alert" />
            {t(prefixes.state)}
          </p>
        )}
      </ToolInput>
      <section className="tool-pane prefix-batches" aria-labelledby="prefix-batches">
        <div className="tool-head">
          <h2 id="prefix-batches">{t('batches')}</h2>
          {batches.length > 0 && (
            <div className="flex flex-wrap gap-1">
              {batches.some(({ provider }) => provider !== undefined) && (
                <Button look="ghost" size="small" icon="zap" onClick={auto} data-testid="prefix-auto">
                  {t('auto')}
                </Button>
              )}
              <Button
                look="ghost"
                size="small"
                icon="x"
                onClick={() => setAll(() => NO_NAMING, t('allCleared'))}
                data-testid="prefix-clear-all"
              >
                {t('clearAll')}
              </Button>
            </div>
          )}
        </div>
        {read && batches.length === 0 && <p className="text-sm text-muted">{t('noBatches')}</p>}
        {!read && <p className="text-sm text-muted">{t(prefixes.state === 'reading' ? 'running' : 'nothing')}</p>}
        <ul className="flex flex-col gap-3 empty:hidden">
          {batches.map((batch, index) => (
            <li key={batch.provider ?? ''}>
              <BatchCard
                batch={batch}
                naming={draft.namings[batch.provider ?? ''] ?? batch.naming}
                made={made?.batches[index]}
                affixMax={AFFIX_MAX}
              />
            </li>
          ))}
        </ul>
      </section>
      <PrefixResult made={made} hasNodes={hasNodes} onUse={use} />
    </div>
  )
}

/** The provider's name, a blank behind it, no longer than a prefix may be. */
const autoPrefix = (provider: string) => `${provider.slice(0, AFFIX_MAX - 1).trim()} `
