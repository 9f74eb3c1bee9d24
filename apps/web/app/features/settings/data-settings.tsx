import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import {
  applySettings,
  changesOf,
  clearLocalData,
  exportSettings,
  readSettingsFile,
  type SettingChange,
  type SettingsFile,
} from '../../lib/local-data.ts'
import { readTextFile } from '../../lib/read-text-file.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { changeUiSettings, uiSettings, type UiSettings } from '../../lib/ui-settings.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { Table } from '../../ui/table.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx'
import { isRecord } from '@switchyard/convert/record'

export function DataSettings() {
  const t = useTranslations('settings')
  const [read, setRead] = useState<ReadFile>()
  const take = async (file: File) => {
    const read = await readTextFile(file)
    setRead('error' in read ? 'unreadable' : (readSettingsFile(read.text) ?? 'nothing'))
  }
  const [asking, setAsking] = useState(false)
  const isCleared = useIsCleared()

  return (
    <>
      <SettingGroup title={t('file')}>
        <SettingRow title={t('export')} text={t('exportText')}>
          <Button icon="download" onClick={saveSettings}>
            {t('exportNow')}
          </Button>
        </SettingRow>
        <SettingRow title={t('import')} text={t('importText')}>
          <label className={`${buttonClass()} focus-ring-within`}>
            <Icon name="upload" />
            {t('importNow')}
            <input
              type="file"
              accept="application/json,.json"
              className="sr-only"
              onChange={(event) => {
                const [file] = event.target.files ?? []
                if (file) void take(file)
                event.target.value = ''
              }}
            />
          </label>
        </SettingRow>
        {read && <ImportPreview file={read} onDone={() => setRead(undefined)} />}
      </SettingGroup>
      <ListHosts />
      <SettingGroup title={t('device')}>
        <SettingRow title={t('clear')} text={t('clearText')}>
          <Button look="danger" icon="trash-2" onClick={() => setAsking(true)}>
            {t('clearNow')}
          </Button>
        </SettingRow>
        {isCleared && <Note icon="check" text={t('clearDone')} />}
      </SettingGroup>
      {asking && (
        <ConfirmDialog
          title={t('clearAsk')}
          text={t('clearText')}
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

const NO_SETTINGS: UiSettings = {}

/** What was said about asking other sites for rule lists, and the way back. */
function ListHosts() {
  const t = useTranslations('settings')
  const { listHosts = {} } = useStore(uiSettings, NO_SETTINGS)
  const answers = Object.entries(listHosts)
  return (
    <SettingGroup title={t('listHosts')}>
      <SettingRow title={t('listHosts')} text={t('listHostsText')}>
        {answers.length === 0 && <span className="text-muted">{t('listHostsNone')}</span>}
      </SettingRow>
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

function saveSettings(): void {
  const text = JSON.stringify(exportSettings(), null, 2)
  saveFile(new Blob([text], { type: 'application/json' }), 'switchyard-settings.json')
}

/** The settings of a file, or why there are none. */
type ReadFile = SettingsFile | 'nothing' | 'unreadable'

function ImportPreview({ file, onDone }: { file: ReadFile; onDone: () => void }) {
  const t = useTranslations('settings')
  const words = useSettingWords()
  const format = useFormatter()
  if (typeof file === 'string')
    return <Note icon="circle-alert" text={file === 'nothing' ? t('importNothing') : t('importUnreadable')} />
  const changes = changesOf(file)
  if (changes.length === 0) return <Note icon="info" text={t('importSame')} />
  return (
    <section className="p-4" aria-label={t('importPreview')}>
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
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          look="solid"
          onClick={() => {
            applySettings(file)
            showToast({ kind: 'success', text: t('applied', { names: format.list(changes.map(words.name)) }) })
            onDone()
          }}
        >
          {t('apply')}
        </Button>
        <Button onClick={onDone}>{t('cancel')}</Button>
      </div>
    </section>
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
    convertView: t('settings.convertView'),
    convertTextFolded: t('settings.convertTextFolded'),
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
