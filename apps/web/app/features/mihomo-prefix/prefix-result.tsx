import { useFormatter, useTranslations } from 'use-intl'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Textarea } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { MadePrefixes } from '../../workers/tasks/prefix.ts'

/** More text in a field makes the page slow. */
const SHOWN_MAX = 200_000

interface Props {
  made: MadePrefixes | undefined
  /** Whether the config has nodes of its own, which can be converted. */
  hasNodes: boolean
  onUse: () => void
}

/** The config with its names, and what stands in their way. */
export function PrefixResult({ made, hasNodes, onUse }: Props) {
  const t = useTranslations('mihomoPrefix')
  const format = useFormatter()
  return (
    <section className="tool-pane prefix-result" aria-labelledby="prefix-result">
      <div className="tool-head">
        <h2 id="prefix-result">{t('result')}</h2>
        {made && (
          <div className="flex flex-wrap gap-1">
            <CopyButton look="ghost" size="small" text={made.text} label={t('copy')} data-testid="prefix-copy" />
            <Button
              look="ghost"
              size="small"
              icon="download"
              onClick={() => saveFile(new Blob([made.text], { type: 'text/yaml' }), 'mihomo.yaml')}
              data-testid="prefix-save"
            >
              {t('save')}
            </Button>
            <Button size="small" icon="arrow-right" disabled={!hasNodes} onClick={onUse} data-testid="prefix-use">
              {t('use')}
            </Button>
          </div>
        )}
      </div>
      {made && !hasNodes && <p className="text-xs text-muted">{t('useNone')}</p>}
      {made && made.collisionCount > 0 && (
        <div role="alert" className="rounded-md bg-warning-soft px-3 py-2 text-sm" data-testid="prefix-collisions">
          <p className="flex gap-2 font-medium">
            <Icon name="alert-triangle" className="mt-0.5 size-4 text-warning" />
            {t('collisions', { n: made.collisionCount })}
          </p>
          <ul className="mt-1 pl-6">
            {made.collisions.map(({ name, batches, isTaken }) => (
              <li key={name} className="wrap-anywhere">
                {t('collision', {
                  name,
                  names: format.list([
                    ...batches.map((batch) => batch || t('inFile')),
                    ...(isTaken ? [t('takenByGroup')] : []),
                  ]),
                })}
              </li>
            ))}
          </ul>
        </div>
      )}
      {made && made.issues.length > 0 && (
        <ul role="alert" className="rounded-md bg-error-soft px-3 py-2 text-sm" data-testid="prefix-issues">
          {made.issues.map((words) => (
            <li key={words} className="flex gap-2 wrap-anywhere">
              <Icon name="circle-alert" className="mt-0.5 size-4 text-error" />
              {words}
            </li>
          ))}
        </ul>
      )}
      {made ? (
        <Textarea
          readOnly
          wrap="off"
          aria-labelledby="prefix-result"
          className="tool-text"
          value={made.text.slice(0, SHOWN_MAX)}
          data-testid="prefix-output"
        />
      ) : (
        <p className="tool-text rounded-md border border-line bg-sunken p-3 text-sm text-muted">{t('resultLater')}</p>
      )}
      {made && made.text.length > SHOWN_MAX && <p className="text-xs text-muted">{t('cut', { shown: SHOWN_MAX })}</p>}
    </section>
  )
}
