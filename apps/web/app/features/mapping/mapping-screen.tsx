import { EMPTY_MAPPING, type MappingSet, readMappingSet, writeMappingSet } from '@switchyard/recipe/mapping'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { takeCreated } from '../../components/handover/take-created.ts'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { StarButton } from '../../components/favourites/star-button.tsx'
import { THING_NAME_MAX } from '../../components/kept/kept-things.ts'
import { useKeptThings } from '../../components/kept/use-kept-things.ts'
import { useThingMenu } from '../../components/kept/use-thing-menu.ts'
import { type KeptMapping, mappingSets } from '../../components/mapping-sets/mapping-sets.ts'
import { localizedPath } from '../../lib/locale.ts'
import { type PageAction, usePageActions } from '../../lib/page-actions.ts'
import { readTextFile } from '../../lib/read-text-file.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Input } from '../../ui/field.tsx'
import { FilePicker } from '../../ui/file-picker.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Select } from '../../ui/select.tsx'
import { tabPanel, Tabs } from '../../ui/tabs.tsx'
import { AliasList } from './alias-list.tsx'
import { type EditedMapping, mappingEditor } from './mapping-editor.ts'
import { NodeRows } from './node-rows.tsx'
import { sampleMapping } from './sample.ts'
import { NO_NODES, startTrialNodes, trialNodes, useMappingChoices, useTrial } from './trial.ts'
import { TrialPane } from './trial-pane.tsx'

const VIEWS = ['nodes', 'groups', 'trial'] as const
type View = (typeof VIEWS)[number]
const ACCOUNT_ENTRIES: ReadonlySet<string> = new Set(['account', 'leave'])

/** Which nodes go to which group, and what groups are called: sets that are kept and used by conversions. */
export function MappingScreen() {
  const t = useTranslations('mapping')
  const { things: sets, isReady } = useKeptThings(mappingSets)
  const [query, setQuery] = useSearchParams()
  const { key } = useLocation()
  const picker = useRef<HTMLInputElement>(null)
  const screen = useRef<HTMLDivElement>(null)
  const wasEmpty = useRef<boolean>(undefined)
  const [failure, setFailure] = useState<string>()
  const wanted = query.get('set')
  const chosen = sets.find(({ id }) => id === wanted) ?? sets[0]

  const choose = (id: string) => {
    setFailure(undefined)
    setQuery({ set: id }, { replace: true, preventScrollReset: true })
  }
  const add = async (name: string, set: MappingSet) => {
    mappingEditor.keep()
    const taken = new Set(sets.map((one) => one.name))
    let free = name
    for (let n = 2; taken.has(free); n++) free = `${name} ${n}`
    const { id } = await mappingSets.save({ name: free, value: set })
    choose(id)
  }
  const addBlank = () => void add(t('untitled'), EMPTY_MAPPING)
  const addSample = () => void add(t('sampleName'), sampleMapping(t('sampleHk'), t('sampleFast')))
  const importFile = async (file: File) => {
    const given = await readTextFile(file)
    const set = 'text' in given ? readMappingSet(given.text) : undefined
    setFailure(set ? undefined : t('notRead', { name: file.name }))
    if (set) await add(file.name.replace(/\.json$/i, '').slice(0, THING_NAME_MAX) || t('untitled'), set)
  }

  useEffect(() => {
    if (chosen) mappingEditor.open(editedOf(chosen))
  }, [chosen])
  usePageActions(
    useMemo<PageAction[]>(
      () => [
        { id: 'mapping-undo', label: t('undo'), icon: 'undo-2', keywords: 'undo cx chexiao', keys: 'mod+z', run: () => mappingEditor.undo() },
        { id: 'mapping-redo', label: t('redo'), icon: 'redo-2', keywords: 'redo cz chongzuo', keys: 'mod+shift+z', run: () => mappingEditor.redo() },
      ],
      [t],
    ),
  ) // oxfmt-ignore
  const isEmpty = chosen === undefined
  useEffect(() => {
    if (!isReady) return
    // What was pressed went with all that it stood in.
    if (wasEmpty.current === !isEmpty && document.activeElement === document.body)
      screen.current?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
    wasEmpty.current = isEmpty
  }, [isReady, isEmpty])
  const takeNew = useEffectEvent(() => {
    const created = takeCreated()
    if (!created) return
    const set = created.text.trim() === '' ? EMPTY_MAPPING : readMappingSet(created.text)
    setFailure(set ? undefined : t('notRead', { name: created.name }))
    if (set) void add(created.name, set)
  })
  useEffect(() => {
    if (isReady) takeNew()
  }, [isReady, key])

  return (
    <div className="mapping" ref={screen}>
      <FilePicker
        input={picker}
        label={t('import')}
        accept="application/json,.json"
        onPick={([file]) => file && void importFile(file)}
        data-testid="mapping-file"
      />
      {failure && (
        <p role="alert" className="flex items-center gap-2 text-error">
          <Icon name="circle-alert" />
          {failure}
        </p>
      )}
      {!isReady ? (
        <p className="text-muted">{t('loading')}</p>
      ) : chosen === undefined ? (
        <div className="card">
          <EmptyState icon="arrow-up-down" title={t('emptyTitle')} text={t('emptyText')}>
            <Button look="solid" icon="plus" onClick={addBlank}>
              {t('new')}
            </Button>
            <Button icon="file-text" onClick={addSample} data-testid="mapping-sample">
              {t('sample')}
            </Button>
            <Button icon="upload" onClick={() => picker.current?.click()}>
              {t('import')}
            </Button>
          </EmptyState>
        </div>
      ) : (
        <OpenMapping
          sets={sets}
          chosen={chosen}
          onChoose={choose}
          onAdd={(name, set) => void add(name, set)}
          onBlank={addBlank}
          onImport={() => picker.current?.click()}
        />
      )}
    </div>
  )
}

/** An action does what its button does. */
const press = (testId: string) => () => document.querySelector<HTMLElement>(`[data-testid=${testId}]`)?.click()

function exportMapping(): void {
  const { name, set } = mappingEditor.now
  saveFile(new Blob([writeMappingSet(set)], { type: 'application/json' }), `${name.trim() || 'mapping'}.json`)
}

const editedOf = ({ id, name, value }: KeptMapping): EditedMapping => ({ id, name, set: value })

interface OpenProps {
  sets: readonly KeptMapping[]
  chosen: KeptMapping
  onChoose: (id: string) => void
  onAdd: (name: string, set: MappingSet) => void
  onBlank: () => void
  onImport: () => void
}

function OpenMapping({ sets, chosen, onChoose, onAdd, onBlank, onImport }: OpenProps) {
  const t = useTranslations('mapping')
  const locale = useRouteLocale()
  const navigate = useNavigate()
  const history = useStore(mappingEditor.history, mappingEditor.history.get())
  const takenAway = useStore(mappingEditor.takenAway, mappingEditor.takenAway.get())
  const nodes = useStore(trialNodes, NO_NODES)
  const tKept = useTranslations('kept')
  const { entries, failure } = useThingMenu(mappingSets)
  // A name is typed above the rows, and what is deleted must not be kept once more.
  const ofAccount = entries(chosen, () => undefined).filter((one) => one !== 'separator' && ACCOUNT_ENTRIES.has(one.id))
  const [view, setView] = useState<View>('nodes')
  // Before the first effect the editor still has what it had before.
  const { id, name, set } = history.now.id === chosen.id ? history.now : editedOf(chosen)
  const trial = useTrial(nodes, set)
  const choices = useMappingChoices()
  useEffect(() => void startTrialNodes(), [])
  const found = trial === 'failed' ? undefined : trial

  const use = () => {
    mappingEditor.keep()
    void navigate(localizedPath(locale, `/convert?map=${id}`))
  }
  const remove = () => {
    mappingEditor.keep()
    const undo = mappingSets.remove(id)
    const putBack = mappingEditor.takeAway(() => {
      undo()
      onChoose(id)
    })
    showToast({ kind: 'undo', text: t('removed', { name }), action: { label: t('undo'), run: putBack } })
  }
  const putBack = () => mappingEditor.putBack({ id, name, set })
  const onRemoved = (done: string) =>
    showToast({ kind: 'undo', text: done, action: { label: t('undo'), run: putBack } })
  usePageActions(
    useMemo<PageAction[]>(
      () => [
        { id: 'mapping-use', label: t('use'), icon: 'arrow-right', keywords: 'use convert yy yong zhuanhuan', keys: 'mod+enter', run: press('mapping-use') },
        { id: 'mapping-new', label: t('new'), icon: 'plus', keywords: 'new xj xinjian', run: press('mapping-new') },
        { id: 'mapping-export', label: t('export'), icon: 'download', keywords: 'export dc daochu', keys: 'mod+s', run: exportMapping },
      ],
      [t],
    ),
  ) // oxfmt-ignore

  return (
    <>
      <div className="mapping-bar">
        <div className="mapping-choice">
          <Select
            aria-label={t('sets')}
            className="w-full"
            value={chosen.id}
            choices={sets.map((one) => ({ value: one.id, label: one.id === id ? name : one.name }))}
            onChange={onChoose}
          />
        </div>
        <Button icon="plus" onClick={onBlank} data-testid="mapping-new">
          <span className="max-sm:sr-only">{t('new')}</span>
        </Button>
        <span className="flex-1" />
        <IconButton
          icon="undo-2"
          label={t('undo')}
          keys="mod+z"
          disabled={history.past.length === 0 && takenAway.length === 0}
          onClick={() => mappingEditor.undo()}
        />
        <IconButton
          icon="redo-2"
          label={t('redo')}
          keys="mod+shift+z"
          disabled={history.future.length === 0}
          onClick={() => mappingEditor.redo()}
        />
        <Menu
          label={t('more')}
          align="end"
          trigger={<IconButton icon="ellipsis" label={t('more')} data-testid="mapping-more" />}
          items={[
            { id: 'clone', label: t('clone'), icon: 'copy-plus', onSelect: () => onAdd(t('copyOf', { name }), set) },
            { id: 'import', label: t('import'), icon: 'upload', onSelect: onImport },
            { id: 'export', label: t('export'), icon: 'download', onSelect: exportMapping },
            ...ofAccount,
            'separator',
            { id: 'remove', label: t('remove'), icon: 'trash-2', danger: true, onSelect: remove },
          ]}
        />
        <Button look="solid" icon="arrow-right" onClick={use} data-testid="mapping-use">
          {t('use')}
        </Button>
      </div>
      <FormFailure failure={failure} />
      <div className="mapping-panes">
        <nav className="mapping-sets" aria-label={t('sets')}>
          <ul>
            {sets.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  aria-current={one.id === chosen.id}
                  className="mapping-set"
                  onClick={() => onChoose(one.id)}
                >
                  <span className="truncate">{one.id === id ? name : one.name}</span>
                  <span className="text-xs text-muted tabular-nums">{one.value.nodes.length}</span>
                </button>
              </li>
            ))}
          </ul>
          <p className="text-xs text-muted">{tKept(chosen.isInAccount ? 'inAccount' : 'onDevice')}</p>
        </nav>
        <section className="mapping-edit" aria-label={name} data-view={view}>
          <div className="flex items-center gap-1">
            <Input
              aria-label={t('name')}
              aria-invalid={name.trim() === '' || undefined}
              maxLength={THING_NAME_MAX}
              className="font-semibold"
              value={name}
              onChange={(event) => mappingEditor.rename(event.target.value)}
            />
            <StarButton kind="set" id={`mapping/${id}`} name={name} data={`/mapping?set=${id}`} />
          </div>
          {name.trim() === '' && <p className="text-xs text-error">{t('nameNeeded')}</p>}
          <Tabs
            label={t('views')}
            name="mapping"
            className="overflow-x-auto"
            value={view}
            onChange={setView}
            tabs={[
              { id: 'nodes', label: t('nodes'), count: set.nodes.length },
              { id: 'groups', label: t('groups'), count: set.groups.length },
              { id: 'trial', label: t('trial'), testId: 'mapping-trial-tab' },
            ]}
          />
          <div className="mapping-rows" {...tabPanel('mapping', view === 'groups' ? 'groups' : 'nodes')}>
            {view === 'groups' ? (
              <AliasList key={id} set={set} trial={found} choices={choices} onRemoved={onRemoved} />
            ) : (
              <NodeRows key={id} set={set} trial={found} choices={choices} nodes={nodes} onRemoved={onRemoved} />
            )}
          </div>
        </section>
        <section className="mapping-trial" data-view={view} aria-labelledby="mapping-trial-heading">
          <TrialPane nodes={nodes} trial={trial} rest={set.rest} />
        </section>
      </div>
    </>
  )
}
