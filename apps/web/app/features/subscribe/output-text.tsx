import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { redactText } from '../../lib/redact.ts'
import { Button } from '../../ui/button.tsx'
import { SettingGroup } from '../../ui/setting-row.tsx'
import { useTimedReveal } from '../../ui/use-timed-reveal.ts'

/** All of a long config is for the workbench. */
const LINES_SHOWN = 400

/** The config as clients get it. Its secrets are shown for half a minute when they are asked for. */
export function OutputText({ text }: { text: string }) {
  const t = useTranslations('subscribe')
  const [isRevealed, setRevealed] = useTimedReveal()
  const lines = useMemo(() => text.split('\n'), [text])
  const shown = useMemo(() => lines.slice(0, LINES_SHOWN).join('\n'), [lines])
  const masked = useMemo(() => redactText(shown), [shown])
  const more = lines.length - LINES_SHOWN
  return (
    <SettingGroup title={t('configText')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
        <p className="min-w-0 flex-1 basis-40 text-muted">{t('configAsItIs', { lines: lines.length })}</p>
        <Button
          size="small"
          icon={isRevealed ? 'eye-off' : 'eye'}
          aria-pressed={isRevealed}
          onClick={() => setRevealed(!isRevealed)}
        >
          {t(isRevealed ? 'hideSecrets' : 'showSecrets')}
        </Button>
      </div>
      <pre
        tabIndex={0}
        role="region"
        aria-label={t('configText')}
        data-testid="output-text"
        className="max-h-96 overflow-auto px-4 py-3 font-mono text-xs"
      >
        {isRevealed ? shown : masked}
      </pre>
      {more > 0 && <p className="px-4 py-2.5 text-muted">{t('moreLines', { count: more })}</p>}
    </SettingGroup>
  )
}
