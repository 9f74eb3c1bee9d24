import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  ADDED_SOURCE,
  serversIn,
  unreadIn,
  withoutSource,
  withSource,
  withSourceBack,
  type RecipeSource,
  type SourceKind,
} from '@switchyard/recipe/model'
import type { SourceState } from '../engine/desk-state.ts'
import { FetchRefused } from '../fetching/fetch-refused.tsx'
import { showToast } from '../../lib/toasts.ts'
import { useOnline } from '../../lib/use-online.ts'
import { useStore } from '../../lib/store.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { IconName } from '../../ui/icons.ts'
import { Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useSourceNames, useList, useListHistory } from './use-list.ts'

const ICONS: Record<SourceKind, IconName> = {
  text: 'file-text', url: 'rss', file: 'files', qr: 'qr-code', added: 'plus',
} // oxfmt-ignore
const NOTHING_READ: Readonly<Record<string, SourceState>> = {}
const NAME_MAX = 80

/** The lists that stand on a screen, in their order: each can be read again, renamed and taken out. */
export function SourceList() {
  const session = useList()
  const { recipe } = useListHistory()
  const states = useStore(session.desk.sources, NOTHING_READ)
  const names = useSourceNames()
  const [renamed, setRenamed] = useState<RecipeSource>()
  return (
    <>
      <ul className="divide-y divide-line" data-testid="sources">
        {recipe.sources.map((source) => (
          <SourceItem
            key={source.id}
            source={source}
            name={names.get(source.id) ?? source.name}
            state={states[source.id]}
            onRename={() => setRenamed(source)}
          />
        ))}
      </ul>
      <Suspense>{renamed && <RenameDialog source={renamed} onClose={() => setRenamed(undefined)} />}</Suspense>
    </>
  )
}

interface Props {
  source: RecipeSource
  name: string
  state: SourceState | undefined
  onRename: () => void
}

function SourceItem({ source, name, state, onRename }: Props) {
  const t = useTranslations('listImport.source')
  const session = useList()
  const isOnline = useOnline()
  const { id, kind, url } = source
  const info = state?.info
  const fetch = () => void session.fetch(id)
  const remove = () => {
    const place = session.model.sources.findIndex((one) => one.id === id)
    session.change((recipe) => withoutSource(recipe, id))
    const undo = () => session.change((recipe) => withSourceBack(recipe, source, place))
    showToast({ kind: 'undo', text: t('removed', { name }), action: { label: t('undo'), run: undo } })
  }
  return (
    <li className="px-3 py-2 text-sm">
      <div className="flex min-h-7 items-center gap-x-1">
        <Icon name={ICONS[kind]} className="mr-1 size-4 text-muted" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium" title={name}>
            {name}
          </p>
          <p className="truncate text-xs text-muted tabular-nums">
            {state?.status === 'loading' && !info
              ? t('loading')
              : info && t('count', { n: serversIn(info), skipped: unreadIn(info) })}
          </p>
        </div>
        {url !== undefined &&
          (state?.status === 'loading' ? (
            <IconButton icon="x" size="small" label={`${t('stop')}: ${name}`} onClick={() => session.cancelFetch(id)} />
          ) : (
            <IconButton icon="refresh-cw" size="small" disabled={!isOnline} label={`${t('refresh')}: ${name}`} onClick={fetch} />
          ))}
        {id !== ADDED_SOURCE && (
          <IconButton icon="pencil" size="small" label={`${t('rename')}: ${name}`} onClick={onRename} />
        )}
        <IconButton icon="trash-2" size="small" label={`${t('remove')}: ${name}`} onClick={remove} />
      </div>
      {state?.status === 'failed' && url !== undefined && (
        <FetchRefused
          url={url}
          error={state.error}
          httpStatus={state.httpStatus}
          isStillUsed={source.text !== ''}
          onRelayed={(answer) => session.take(id, answer)}
          onPasted={(text) => session.take(id, { text })}
          onRetry={fetch}
        />
      )}
    </li>
  ) // oxfmt-ignore
}

function RenameDialog({ source, onClose }: { source: RecipeSource; onClose: () => void }) {
  const t = useTranslations('listImport.source')
  const session = useList()
  const [name, setName] = useState(source.name)
  const plain = name.trim()
  return (
    <FormDialog
      title={t('rename')}
      dirty={name !== source.name}
      apply={t('save')}
      canApply={plain !== ''}
      onApply={() => session.change((recipe) => withSource(recipe, source.id, { name: plain }))}
      onClose={onClose}
    >
      <Field label={t('name')}>
        {(control) => (
          <Input {...control} data-autofocus value={name} maxLength={NAME_MAX} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
    </FormDialog>
  ) // oxfmt-ignore
}
