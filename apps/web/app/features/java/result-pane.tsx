import { useTranslations } from 'use-intl'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Textarea } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import type { JavaIssue } from './code/issue.ts'
import type { JavaResult } from './code/make-java.ts'
import { type JavaOutput, JAVA_OUTPUTS } from './code/options.ts'

/** More text in a field makes the page slow. */
const SHOWN_MAX = 200_000

/** What the reader of JSON finds wrong. */
const JSON_REASONS = [
  'value', 'key', 'colon', 'comma', 'string', 'control-character', 'comment', 'depth', 'too-many-nodes', 'behind',
] as const // oxfmt-ignore

interface Props {
  output: JavaOutput
  onOutput: (output: JavaOutput) => void
  result: JavaResult | undefined
  isCurrent: boolean
}

/** What came out, or why nothing did. */
export function ResultPane({ output, onOutput, result, isCurrent }: Props) {
  const t = useTranslations('java')
  const made = result !== undefined && 'text' in result ? result : undefined
  const issue = result !== undefined && 'issue' in result ? result.issue : undefined
  return (
    <section className="tool-pane" aria-labelledby="java-output" aria-busy={!isCurrent}>
      <div className="tool-head">
        <h2 id="java-output">{t('output')}</h2>
        {made && (
          <div className="flex flex-wrap gap-1">
            <CopyButton look="ghost" size="small" text={made.text} label={t('copy')} data-testid="java-copy" />
            <Button
              look="ghost"
              size="small"
              icon="download"
              onClick={() => saveFile(new Blob([made.text], { type: 'text/plain' }), made.fileName)}
              data-testid="java-download"
            >
              {t('download', { name: made.fileName })}
            </Button>
          </div>
        )}
      </div>
      <Tabs
        label={t('tabs')}
        name="java"
        tabs={JAVA_OUTPUTS.map((id) => ({ id, label: t(`tab.${id}`), testId: `java-tab-${id}` }))}
        value={output}
        onChange={onOutput}
      />
      <TabPanel name="java" id={output} className={`flex flex-1 flex-col gap-2 ${isCurrent ? '' : 'opacity-60'}`}>
        {issue && <Failure issue={issue} />}
        {made && (
          <Textarea
            readOnly
            wrap="off"
            aria-labelledby="java-output"
            className="tool-text"
            value={made.text.slice(0, SHOWN_MAX)}
            data-testid="java-output"
          />
        )}
        {made && made.text.length > SHOWN_MAX && <p className="text-xs text-muted">{t('cut', { shown: SHOWN_MAX })}</p>}
        {made?.notes.map(({ code, args }) => (
          <p key={code} className="text-sm wrap-anywhere text-muted" data-testid="java-note">
            {t(`note.${code}`, args)}
          </p>
        ))}
        {result === undefined && (
          <p className="tool-text rounded-md border border-line bg-sunken p-3 text-sm text-muted">
            {isCurrent ? t('nothing') : t('running')}
          </p>
        )}
      </TabPanel>
    </section>
  )
}

function Failure({ issue: { code, args } }: { issue: JavaIssue }) {
  const t = useTranslations('java')
  const found = JSON_REASONS.find((reason) => reason === args?.['msg'])
  return (
    <div role="alert" className="flex gap-2 rounded-md bg-error-soft px-3 py-2 text-sm" data-testid="java-failure">
      <Icon name="circle-alert" className="mt-0.5 size-4 text-error" />
      <p className="min-w-0 wrap-anywhere">
        {t(`issue.${code}`, { ...args, reason: found ? t(`json.${found}`) : '' })}
      </p>
    </div>
  )
}
