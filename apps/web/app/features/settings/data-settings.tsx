import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { Checkbox } from '../../ui/checkbox.tsx'
import { type ItemsFile, ItemsLocked, type NewItems, type WrittenItems } from './items-file.tsx'
import {
  applySettings,
  changesOf,
  exportSettings,
  readSettingsFile,
  type SettingChange,
  type SettingsFile,
} from '../../components/kept-settings/settings-file.ts'
import type { RestoredFiles } from '../../components/places/restore-archive.ts'
import { newThings, writtenThings } from '../../components/kept/things-in-settings.ts'
import { clearLocalData } from '../../lib/local-data.ts'
import { readTextFile } from '../../lib/read-text-file.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { changeUiSettings, uiSettings, type UiSettings } from '../../components/kept-settings/ui-settings.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FilePicker } from '../../ui/file-picker.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { Table } from '../../ui/table.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx'
import { isRecord } from '@switchyard/convert/record'

/** What this browser keeps: out as a file, in again, or gone. */
export function DataSettings({ items }: { items: ItemsFile }) {
  const t = useTranslations('settings')
  const [read, setRead] = useState<ReadFile>()
  const take = async (file: File) => {
    setRead(undefined)
    const read = await readTextFile(file)
    setRead('error' in read ? 'unreadable' : await readFile(read.text, items))
  }
  const [asking, setAsking] = useState(false)
  const isCleared = useIsCleared()

  return (
    <>
      <SettingGroup title={t('file')}>
        <Export items={items} />
        <SettingRow title={t('import')} text={t('importText')} isStacked>
          <label className={`${buttonClass()} focus-ring-within`}>
            <Icon name="upload" />
            {t('importNow')}
            <FilePicker accept="application/json,.json" onPick={([file]) => file && void take(file)} />
          </label>
        </SettingRow>
        {read && <ImportPreview file={read} onDone={() => setRead(undefined)} />}
      </SettingGroup>
      <ListHosts />
      <SettingGroup title={t('device')}>
        <DeviceFiles />
        <SettingRow title={t('clear')} text={<ClearText />} isStacked>
          <Button look="danger" icon="trash-2" onClick={() => setAsking(true)}>
            {t('clearNow')}
          </Button>
        </SettingRow>
        {isCleared && <Note icon="check" text={t('clearDone')} />}
      </SettingGroup>
      {asking && (
        <ConfirmDialog
          title={t('clearAsk')}
          text={<ClearText />}
          confirm={t('clearNow')}
          danger
          onClose={() => setAsking(false)}
          // Everything starts anew, as for a first visit.
          onConfirm={() => void clearLocalData().then(startAnew)}
        />
      )}
    </>
  )
}

/** The files that the file manager keeps in this browser, as an archive. */
function DeviceFiles() {
  const t = useTranslations('settings')
  const [said, setSaid] = useState<'filesNone' | 'filesBlocked' | 'filesUnreadable' | 'filesTooLarge'>()
  const [restored, setRestored] = useState<RestoredFiles>()
  const save = async () => {
    // Most who come here have none.
    const archive = await import('../../components/places/device-archive.ts')
      .then(({ deviceArchive }) => deviceArchive())
      .catch(() => null)
    setSaid(archive ? undefined : archive === null ? 'filesBlocked' : 'filesNone')
    if (archive) saveFile(archive, 'switchyard-files.zip')
  }
  const restore = async (file: File) => {
    setSaid(undefined)
    setRestored(undefined)
    const read = await import('../../components/places/restore-archive.ts')
      .then(async ({ restoreArchive }) => restoreArchive(new Uint8Array(await file.arrayBuffer()), t('filesCommit')))
      .catch(() => 'blocked' as const)
    if (typeof read === 'object') setRestored(read)
    else
      setSaid(({ blocked: 'filesBlocked', unreadable: 'filesUnreadable', 'too-large': 'filesTooLarge' } as const)[read])
  }
  return (
    <SettingRow title={t('filesTitle')} text={t('filesText')} isStacked>
      <Button icon="download" onClick={() => void save()}>
        {t('filesSave')}
      </Button>
      <label className={`${buttonClass()} focus-ring-within`}>
        <Icon name="upload" />
        {t('filesRestore')}
        <FilePicker
          accept="application/zip,.zip"
          data-testid="files-archive"
          onPick={([file]) => file && void restore(file)}
        />
      </label>
      <span role="status" className="text-sm text-muted">
        {said && t(said)}
        {restored && t('filesRestored', { ...restored })}
      </span>
    </SettingRow>
  )
}

/** What goes and what stays; that it is for good has a line of its own. */
function ClearText() {
  const t = useTranslations('settings')
  return (
    <>
      {t('clearText')} <span className="block text-fg">{t('clearFinal')}</span>
    </>
  )
}

const NO_SETTINGS: UiSettings = {}

/** What was said about asking other sites for rule lists, and the way back. */
function ListHosts() {
  const t = useTranslations('settings')
  const { listHosts = {} } = useStore(uiSettings, NO_SETTINGS)
  const answers = Object.entries(listHosts)
  return (
    <SettingGroup title={t('listHosts')}>
      <p className="px-4 py-3 text-muted">{t(answers.length === 0 ? 'listHostsNone' : 'listHostsText')}</p>
      {answers.map(([host, answer]) => (
        <SettingRow key={host} title={host} text={t(answer === 'allow' ? 'listAllow' : 'listDeny')}>
          <Button
            aria-label={t('listForgetHost', { host })}
            onClick={() =>
              changeUiSettings({ listHosts: Object.fromEntries(answers.filter(([other]) => other !== host)) })
            }
          >
            {t('listForget')}
          </Button>
        </SettingRow>
      ))}
    </SettingGroup>
  )
}

/** Reloads the page as on a first visit. The history entry keeps the note that all was cleared: no storage is left. */
function startAnew(): void {
  history.replaceState({ usr: { isCleared: true } }, '')
  location.reload()
}

/** Whether this page was loaded anew because everything was cleared; known once it is alive. */
function useIsCleared(): boolean {
  const { state } = useLocation()
  const [isCleared, setCleared] = useState(false)
  useEffect(() => setCleared(isRecord(state) && state.isCleared === true), [state])
  return isCleared
}

/** The settings as a file. The sources of this device have secrets: they are in it only after the tick. */
function Export({ items }: { items: ItemsFile }) {
  const t = useTranslations('settings')
  const [isWith, setWith] = useState(false)
  const [isWithThings, setWithThings] = useState(false)
  const [written, setWritten] = useState<WrittenItems | 'blocked'>()
  const ask = () => items.written().catch(() => 'blocked' as const)
  const choose = async (on: boolean) => {
    setWith(on)
    setWritten(on ? await ask() : undefined)
  }
  const save = async () => {
    const now = isWith ? await ask() : []
    if (isWith) setWritten(now)
    const things = isWithThings ? await writtenThings() : []
    const file: SettingsFile = {
      ...exportSettings(),
      ...(typeof now === 'object' && now.length > 0 ? { subscriptions: now } : {}),
      ...(things.length > 0 ? { kept: things } : {}),
    }
    saveFile(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }), 'switchyard-settings.json')
  }
  const count = typeof written === 'object' ? written.length : undefined
  return (
    <SettingRow
      title={t('export')}
      text={t('exportText')}
      isStacked
      choice={
        <>
          <Checkbox className="target min-h-0!" checked={isWith} onChange={(on) => void choose(on)}>
            {t('items')}
          </Checkbox>
          <div role="status" className="pl-6 text-muted">
            {written === undefined && <p>{t('itemsNote')}</p>}
            {count !== undefined && <p>{t('itemsClear', { count })}</p>}
            {written === 'locked' && <ItemsLocked />}
            {written === 'blocked' && <p>{t('itemsBlocked')}</p>}
          </div>
          <Checkbox className="target min-h-0!" checked={isWithThings} onChange={setWithThings}>
            {t('things')}
          </Checkbox>
          <p className="pl-6 text-muted">{t('thingsNote')}</p>
        </>
      }
    >
      <Button icon="download" onClick={() => void save()}>
        {t('exportNow')}
      </Button>
    </SettingRow>
  )
}

/** The settings of a file, with what of its sources is new here. */
interface FoundFile {
  settings: SettingsFile
  items?: NewItems | 'blocked'
  things?: NewItems
}

/** That, or why there are none. */
type ReadFile = FoundFile | 'nothing' | 'unreadable'

async function readFile(text: string, items: ItemsFile): Promise<ReadFile> {
  const settings = readSettingsFile(text)
  if (!settings) return 'nothing'
  return {
    settings,
    ...(settings.subscriptions ? { items: await items.newIn(text).catch(() => 'blocked' as const) } : {}),
    ...(settings.kept ? { things: await newThings(settings.kept) } : {}),
  }
}

function ImportPreview({ file, onDone }: { file: ReadFile; onDone: () => void }) {
  const t = useTranslations('settings')
  const words = useSettingWords()
  const format = useFormatter()
  const [isWith, setWith] = useState(true)
  const [isWithThings, setWithThings] = useState(true)
  const [failed, setFailed] = useState<readonly string[]>([])
  if (typeof file === 'string')
    return <Note icon="circle-alert" text={file === 'nothing' ? t('importNothing') : t('importUnreadable')} />
  if (failed.length > 0) return <Note icon="circle-alert" text={t('itemsFailed', { names: format.list(failed) })} />
  const changes = changesOf(file.settings)
  const { items, things } = file
  const fresh = typeof items === 'object' ? items : undefined
  const freshThings = typeof things === 'object' ? things : undefined
  const count = fresh?.names.length ?? 0
  const thingCount = freshThings?.names.length ?? 0
  if (changes.length === 0 && !items && !things) return <Note icon="info" text={t('importSame')} />
  const apply = async () => {
    applySettings(file.settings)
    const notAdded = fresh && isWith ? await fresh.add().catch(() => fresh.names) : []
    const added = isWith ? count - notAdded.length : 0
    if (freshThings && isWithThings) await freshThings.add()
    const names = [
      ...changes.map(words.name),
      ...(added > 0 ? [t('itemsCount', { count: added })] : []),
      ...(isWithThings && thingCount > 0 ? [t('thingsCount', { count: thingCount })] : []),
    ]
    if (names.length > 0) showToast({ kind: 'success', text: t('applied', { names: format.list(names) }) })
    if (notAdded.length > 0) setFailed(notAdded)
    else onDone()
  }
  return (
    <section className="p-4" aria-label={t('importPreview')}>
      {changes.length > 0 && (
        <Table
          caption={t('importPreview')}
          columns={[
            { id: 'name', label: t('importSetting') },
            { id: 'from', label: t('importFrom') },
            { id: 'to', label: t('importTo') },
          ]}
        >
          {changes.map((change) => (
            <tr key={change.name}>
              <td>{words.name(change)}</td>
              <td className="text-muted">{words.value(change, change.from)}</td>
              <td>{words.value(change, change.to)}</td>
            </tr>
          ))}
        </Table>
      )}
      {items && (
        <div className={changes.length > 0 ? 'mt-3' : ''} data-testid="items-in-file">
          {fresh && <Found found={fresh} isWith={isWith} onWith={setWith} />}
          {items === 'locked' && <ItemsLocked />}
          {items === 'blocked' && <p className="text-error">{t('itemsBlocked')}</p>}
        </div>
      )}
      {freshThings && (
        <div className="mt-3" data-testid="things-in-file">
          <p className="font-medium">{t('thingsTitle')}</p>
          <Found found={freshThings} isWith={isWithThings} onWith={setWithThings} />
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {changes.length + count + thingCount > 0 && (
          <Button look="solid" onClick={() => void apply()}>
            {t('apply')}
          </Button>
        )}
        <Button onClick={onDone}>{t('cancel')}</Button>
      </div>
    </section>
  )
}

interface FoundProps {
  found: Exclude<NewItems, 'locked'>
  isWith: boolean
  onWith: (isWith: boolean) => void
}

/** What of a file is new here, to be added or not, and what is not. */
function Found({ found: { names, here, unread }, isWith, onWith }: FoundProps) {
  const t = useTranslations('settings')
  const format = useFormatter()
  return (
    <>
      {names.length > 0 && (
        <Checkbox checked={isWith} onChange={onWith}>
          {t('itemsAdd', { count: names.length, names: format.list(names) })}
        </Checkbox>
      )}
      {here > 0 && <p className="text-muted">{t('itemsHere', { count: here })}</p>}
      {unread.length > 0 && <p className="text-warning">{t('itemsFailed', { names: format.list(unread) })}</p>}
    </>
  )
}

function Note({ icon, text }: { icon: IconName; text: string }) {
  return (
    <p role="status" className="flex items-center gap-2 px-4 py-3 text-muted">
      <Icon name={icon} />
      {text}
    </p>
  )
}

/** Settings and their values as they are called on the page of appearance. */
function useSettingWords() {
  const t = useTranslations()
  const names: Record<SettingChange['name'], string> = {
    colorMode: t('settings.colorMode'),
    convert: t('settings.convert'),
    density: t('settings.density'),
    motion: t('settings.motion'),
    fontSize: t('settings.fontSize'),
    flags: t('settings.flags'),
    shortcuts: t('settings.shortcuts'),
    sidebar: t('settings.sidebar'),
    sidebarWidth: t('shell.sidebarWidth'),
    splitters: t('settings.splitters'),
    columns: t('settings.columns'),
    wrap: t('settings.wrap'),
    diff: t('settings.diff'),
    listHosts: t('settings.listHosts'),
    positions: t('settings.positions'),
    shortLinks: t('settings.shortLinks'),
    clients: t('settings.clients'),
    convertView: t('settings.convertView'),
    convertTextFolded: t('settings.convertTextFolded'),
    files: t('settings.lastFolder'),
    checksAgreed: t('settings.checksAgreed'),
  }
  const values: Record<string, string> = {
    'colorMode.system': t('app.colorMode.system'),
    'colorMode.light': t('app.colorMode.light'),
    'colorMode.dark': t('app.colorMode.dark'),
    'density.compact': t('settings.densityName.compact'),
    'density.default': t('settings.densityName.default'),
    'density.comfortable': t('settings.densityName.comfortable'),
    'motion.system': t('settings.motionName.system'),
    'motion.reduced': t('settings.motionName.reduced'),
    'fontSize.default': t('settings.fontSizeName.default'),
    'fontSize.large': t('settings.fontSizeName.large'),
    'diff.side': t('settings.diffName.side'),
    'diff.inline': t('settings.diffName.inline'),
    'convertView.entries': t('settings.convertEntries'),
    'convertView.text': t('settings.convertText'),
    'sidebar.open': t('settings.sidebarOpen'),
    'sidebar.icons': t('settings.sidebarIcons'),
  }
  return {
    name: ({ name }: SettingChange) => names[name],
    value: ({ name }: SettingChange, value: unknown) => {
      if (value === undefined) return t('settings.notSet')
      if (typeof value === 'boolean') return value ? t('settings.on') : t('settings.off')
      if (typeof value === 'object') return t('settings.ownChoice')
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      if (name === 'convert') return decodeURIComponent(text.replaceAll('+', ' '))
      if (name === 'sidebarWidth') return `${text} px`
      return values[`${name}.${text}`] ?? text
    },
  }
}
