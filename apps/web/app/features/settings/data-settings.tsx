import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import {
  applySettings,
  changesOf,
  clearLocalData,
  exportSettings,
  readSettingsFile,
  type SettingsFile,
} from '../../lib/local-data.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

export function DataSettings() {
  const t = useTranslations('settings')
  const [read, setRead] = useState<{ file: SettingsFile | undefined }>()

  return (
    <div className="max-w-3xl">
      <Row title={t('export')} text={t('exportText')}>
        <Button onClick={() => saveFile('switchyard-settings.json', JSON.stringify(exportSettings(), null, 2))}>
          <Icon name="download" />
          {t('export')}
        </Button>
      </Row>
      <Row title={t('import')} text={t('importText')}>
        <label className={`${buttonClass()} has-focus-visible:outline-2 has-focus-visible:outline-offset-2`}>
          <Icon name="upload" />
          {t('import')}
          <input
            type="file"
            accept="application/json,.json"
            className="sr-only"
            onChange={(event) => {
              const [file] = event.target.files ?? []
              event.target.value = ''
              void file?.text().then((text) => setRead({ file: readSettingsFile(text) }))
            }}
          />
        </label>
      </Row>
      {read && <ImportPreview file={read.file} onDone={() => setRead(undefined)} />}
      <Row title={t('clear')} text={t('clearText')}>
        <Button
          onClick={() => {
            void clearLocalData().then(() => showToast({ kind: 'success', text: t('cleared') }))
          }}
        >
          <Icon name="trash-2" />
          {t('clear')}
        </Button>
      </Row>
    </div>
  )
}

function ImportPreview({ file, onDone }: { file: SettingsFile | undefined; onDone: () => void }) {
  const t = useTranslations('settings')
  const changes = file ? changesOf(file) : []
  if (!file || changes.length === 0)
    return (
      <p role="status" className="border-b border-line py-4 text-muted">
        {file ? t('importSame') : t('importNothing')}
      </p>
    )
  return (
    <section className="border-b border-line py-4" aria-label={t('importPreview')}>
      <p className="font-medium">{t('importPreview')}</p>
      <ul className="my-3 font-mono text-sm">
        {changes.map(({ name, from, to }) => (
          <li key={name}>
            {name}: {from} → {to}
          </li>
        ))}
      </ul>
      <div className="flex gap-2">
        <Button
          look="solid"
          onClick={() => {
            applySettings(file)
            showToast({ kind: 'success', text: t('applied') })
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

function Row({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="flex flex-wrap items-center justify-between gap-4 border-b border-line py-4">
      <div>
        <h2 className="font-medium">{title}</h2>
        <p className="text-muted">{text}</p>
      </div>
      {children}
    </section>
  )
}

function saveFile(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
