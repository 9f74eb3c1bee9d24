import { readRulePath } from '@switchyard/convert/facts'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { ListState } from '../../components/presets/list-state.tsx'
import {
  ACL4SSR,
  folderOf,
  isPresetFile,
  nameOf,
  placeText,
  type PresetPlace,
  presetHost,
} from '../../components/presets/preset-place.ts'
import type { PresetFile } from '../../components/presets/read-contents.ts'
import { usePresets } from '../../components/presets/use-presets.ts'
import { useAppConfig } from '../../lib/app-config.ts'
import { usePageActions, type PageAction } from '../../lib/page-actions.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchField } from '../../ui/search-input.tsx'
import { PlaceForm } from './place-form.tsx'
import { PresetList } from './preset-list.tsx'
import { PresetPane } from './preset-pane.tsx'

const focusSearch = () => document.querySelector<HTMLInputElement>('[data-testid=preset-search] input')?.focus()

/** Presets of a folder of the code host: a list, and what is in the one that is chosen. The address says both. */
export function Presets() {
  const t = useTranslations('presets')
  const [query, setQuery] = useSearchParams()
  const { presetsBase } = useAppConfig()
  const [text, setText] = useState('')
  const read = readRulePath(query.get('at') ?? '')
  const at = 'issue' in read ? ACL4SSR : read
  const folder = folderOf(at)
  const list = usePresets(folder)
  const selected = isPresetFile(at.path) ? placeText(at) : undefined
  const files = list.value?.files ?? []
  const shown = files.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
  // A starred file may be gone from the list; what the host says of it is said in its pane.
  const file: PresetFile | undefined =
    selected === undefined
      ? undefined
      : (files.find(({ place }) => placeText(place) === selected) ?? {
          place: at,
          name: nameOf(at),
          bytes: 0,
          blob: '',
        })
  const go = (place: PresetPlace) => {
    const text = placeText(place)
    setQuery(text === placeText(ACL4SSR) ? {} : { at: text }, { preventScrollReset: true })
  }
  usePageActions(
    useMemo<PageAction[]>(
      () => [
        { id: 'presets-search', label: t('search'), icon: 'search', keywords: 'search filter ss sousuo', keys: '/', run: focusSearch },
      ],
      [t],
    ),
  ) // oxfmt-ignore
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">{t('privacy', { host: presetHost(presetsBase) })}</p>
      <div className="presets">
        <div className={`flex min-w-0 flex-col gap-3 ${file ? 'max-lg:hidden' : ''}`}>
          <PlaceForm key={placeText(folder)} place={folder} onOpen={go} />
          <ListState list={list} isLoading={list.isLoading} onRefresh={list.refresh} />
          {files.length > 0 && (
            <div data-testid="preset-search">
              <SearchField label={t('search')} value={text} onChange={setText} />
            </div>
          )}
          {shown.length > 0 ? (
            <PresetList files={shown} selected={selected} onSelect={({ place }) => go(place)} />
          ) : files.length > 0 ? (
            <EmptyState text={t('noMatch')}>
              <Button onClick={() => setText('')}>{t('clear')}</Button>
            </EmptyState>
          ) : (
            list.value && <EmptyState icon="list-checks" text={t('empty')} />
          )}
        </div>
        {file ? (
          <div className="flex min-w-0 flex-col gap-2">
            <Button look="ghost" icon="chevron-left" className="self-start lg:hidden" onClick={() => go(folder)}>
              {t('toList')}
            </Button>
            <PresetPane key={selected} file={file} />
          </div>
        ) : (
          <div className="preset-pane card max-lg:hidden">
            <EmptyState icon="list-checks" text={t('pick')} />
          </div>
        )}
      </div>
    </div>
  )
}
