import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fetchText } from '../../components/engine/fetch-client.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { BatchNaming, MadePrefixes, ReadNaming } from '../../workers/tasks/prefix.ts'
import { changeNaming, prefixDraft } from './prefix-draft.ts'
import { namesIn } from './use-prefixes.ts'

interface Props {
  batch: ReadNaming['nodes']['batches'][number]
  naming: BatchNaming
  made: MadePrefixes['batches'][number] | undefined
  affixMax: number
}

/** One batch of nodes: what is done to their names, and the first of them before and after. */
export function BatchCard({ batch: { provider, names, url }, naming, made, affixMax }: Props) {
  const t = useTranslations('mihomoPrefix')
  const key = provider ?? ''
  const change = (part: Partial<BatchNaming>) => changeNaming(key, { ...naming, ...part })
  const wordsFor = (field: string) => {
    const error = made?.errors[field]
    if (error === undefined) return undefined
    return typeof error === 'string' ? t(`wrong.${error}`, { n: affixMax }) : error.words
  }
  const { renames } = naming
  return (
    <section className="card flex flex-col gap-3 p-3" aria-label={provider ?? t('inFile')}>
      <h3 className="flex flex-wrap items-baseline gap-x-2 font-medium wrap-anywhere">
        {provider ?? t('inFile')}
        <span className="text-xs font-normal text-muted">
          {provider !== undefined && `${t('provider')} · `}
          {names === undefined ? t('namesUnknown') : t('count', { n: names.length })}
        </span>
      </h3>
      <div className="grid grid-cols-2 gap-3">
        {(['prefix', 'suffix'] as const).map((field) => (
          <Field key={field} label={t(field)} error={wordsFor(field)}>
            {(control) => (
              <Input
                {...control}
                value={naming[field]}
                onChange={(event) => change({ [field]: event.target.value })}
                data-testid={`prefix-${field}`}
              />
            )}
          </Field>
        ))}
      </div>
      {renames.map((rename, index) => {
        const changeOne = (part: Partial<typeof rename>) =>
          change({ renames: renames.with(index, { ...rename, ...part }) })
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a pattern has nothing else to be known by
          <div key={index} className="prefix-rename">
            <Field label={t('pattern')} error={wordsFor(`renames.${index}.pattern`)}>
              {(control) => (
                <Input
                  {...control}
                  className="font-mono"
                  placeholder="(.*)倍"
                  value={rename.pattern}
                  onChange={(event) => changeOne({ pattern: event.target.value })}
                />
              )}
            </Field>
            <Field label={t('target')}>
              {(control) => (
                <Input
                  {...control}
                  className="font-mono"
                  placeholder="x$1"
                  value={rename.target}
                  onChange={(event) => changeOne({ target: event.target.value })}
                />
              )}
            </Field>
            <IconButton
              icon="trash-2"
              label={t('removeRename', { n: index + 1 })}
              onClick={() => change({ renames: renames.toSpliced(index, 1) })}
            />
          </div>
        )
      })}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          icon="plus"
          onClick={() => change({ renames: [...renames, { pattern: '', target: '' }] })}
          data-testid="prefix-add-rename"
        >
          {t('addRename')}
        </Button>
        {provider !== undefined && url !== undefined && names === undefined && (
          <FetchNames provider={provider} url={url} />
        )}
      </div>
      {made && made.samples.length > 0 && (
        <ul className="flex flex-col gap-0.5 text-sm" aria-label={t('samples')} data-testid="prefix-samples">
          {made.samples.map(({ from, to }) => (
            <li key={from} className="wrap-anywhere">
              <span className="text-muted">{from} → </span>
              {to ?? <span className="text-muted">{t('noSample')}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Fetches the provider once, for the names of its nodes alone: the page asks for nothing by itself. */
function FetchNames({ provider, url }: { provider: string; url: string }) {
  const t = useTranslations('mihomoPrefix')
  const [state, setState] = useState<'idle' | 'loading' | 'failed' | 'none'>('idle')
  const load = async () => {
    setState('loading')
    const answer = await fetchText(url)
    const names = 'text' in answer ? await namesIn(answer.text) : undefined
    if (names === undefined) return setState('failed')
    if (names.length === 0) return setState('none')
    prefixDraft.set((draft) => ({ ...draft, names: { ...draft.names, [provider]: names } }))
  }
  return (
    <>
      <Button size="small" icon="download" disabled={state === 'loading'} onClick={() => void load()}>
        {t(state === 'loading' ? 'fetching' : 'fetchNames')}
      </Button>
      {(state === 'failed' || state === 'none') && (
        <p role="alert" className="flex w-full items-center gap-2 text-xs text-warning">
          <Icon name="alert-triangle" className="size-3.5" />
          {t(state === 'failed' ? 'fetchFailed' : 'fetchNone')}
        </p>
      )}
    </>
  )
}
