import { type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { Broken, TemplatePreview } from '../../components/config-form/template-preview.tsx'
import { StarButton } from '../../components/favourites/star-button.tsx'
import { handOver } from '../../components/handover/handover.ts'
import { ACL4SSR, pageAddress, presetTemplateId } from '../../components/presets/preset-place.ts'
import { usePresetFailure } from '../../components/presets/preset-words.ts'
import { Said } from '../../components/presets/said.tsx'
import type { PresetFile } from '../../components/presets/read-contents.ts'
import { usePresetText } from '../../components/presets/use-presets.ts'
import { useAppConfig } from '../../lib/app-config.ts'
import { localizedPath } from '../../lib/locale.ts'
import { showToast } from '../../lib/toasts.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { starOf } from './star-of.ts'
import { usePresetReport } from './use-preset-report.ts'

const ImportToFile = lazyPart(() =>
  import('../../components/file-save/import-to-file.tsx').then((part) => part.ImportToFile),
)
const VIEWS = ['preview', 'text'] as const
const LICENCE = 'https://creativecommons.org/licenses/by-sa/4.0/'

/** One preset: what is in it, its text, and the way to the converter. */
export function PresetPane({ file }: { file: PresetFile }) {
  const t = useTranslations('presets')
  const format = useFormatter()
  const words = usePresetFailure()
  const locale = useRouteLocale()
  const navigate = useNavigate()
  const { presetsBase } = useAppConfig()
  const [view, setView] = useState<(typeof VIEWS)[number]>('preview')
  const [isImporting, setImporting] = useState(false)
  const { value, failure, isLoading, refresh } = usePresetText(file.place)
  const { report, again } = usePresetReport(file.name, value?.text)
  const star = starOf(file)
  const page = pageAddress(presetsBase, file.place)
  const at = value && format.dateTime(value.at, { dateStyle: 'medium', timeStyle: 'short' })
  const use = () => {
    if (!value) return
    const template = { id: presetTemplateId(file.place), name: file.name, text: value.text }
    handOver({ text: '', files: [], template })
    // The converter shows its template beside a result, and there may be none yet.
    showToast({ kind: 'success', text: t('used', { name: file.name }) })
    void navigate(localizedPath(locale, '/convert'))
  }
  return (
    <section
      aria-label={file.name}
      className="preset-pane card flex min-w-0 flex-col gap-3 p-4"
      data-testid="preset-pane"
    >
      <div className="flex items-start gap-2">
        <h2 className="min-w-0 flex-1 text-lg font-semibold wrap-anywhere">{file.name}</h2>
        {star && <StarButton {...star} />}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          look="solid"
          icon="arrow-right"
          disabled={typeof report !== 'object' || report.kind === 'broken'}
          data-testid="preset-use"
          onClick={use}
        >
          {t('use')}
        </Button>
        {value && <CopyButton text={value.text} label={t('copyText')} />}
        {value && (
          <Button icon="upload" data-testid="preset-to-file" onClick={() => setImporting(true)}>
            {t('toFile')}
          </Button>
        )}
        {page !== undefined && (
          <a href={page} target="_blank" rel="noopener noreferrer" className={buttonClass('ghost')}>
            <Icon name="external-link" />
            {t('atHost')}
          </a>
        )}
      </div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {isLoading ? t('fetching') : at !== undefined && failure === undefined ? t('fetchedAt', { time: at }) : ''}
      </p>
      {failure && !isLoading && (
        <Said
          isWarning={value !== undefined}
          text={at === undefined ? words(failure) : t('textCopy', { reason: words(failure), time: at })}
        >
          <Button size="small" onClick={refresh}>
            {t('retry')}
          </Button>
        </Said>
      )}
      {value && (
        <>
          <Tabs
            label={t('views')}
            name="preset"
            tabs={VIEWS.map((id) => ({ id, label: t(id) }))}
            value={view}
            onChange={setView}
          />
          <TabPanel name="preset" id={view}>
            {view === 'text' ? (
              <pre className="preset-text" tabIndex={0} aria-label={t('text')}>
                {value.text}
              </pre>
            ) : report === 'failed' ? (
              <Said text={t('noEngine')}>
                <Button size="small" onClick={again}>
                  {t('retry')}
                </Button>
              </Said>
            ) : report === undefined ? (
              <p className="text-sm text-muted">{t('reading')}</p>
            ) : report.kind === 'broken' ? (
              <Broken report={report} />
            ) : (
              <TemplatePreview name={undefined} report={report} isForOther={false} />
            )}
          </TabPanel>
        </>
      )}
      <Suspense>
        {isImporting && value && (
          <ImportToFile name={file.name} text={value.text} onClose={() => setImporting(false)} />
        )}
      </Suspense>
      {file.place.owner === ACL4SSR.owner && (
        <p className="text-xs text-muted">
          {t.rich('licence', {
            link: licenceLink,
          })}
        </p>
      )}
    </section>
  )
}

function licenceLink(words: ReactNode): ReactNode {
  return (
    <a href={LICENCE} target="_blank" rel="noopener noreferrer license" className="text-link-plain">
      {words}
    </a>
  )
}
