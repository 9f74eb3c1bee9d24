import { useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Textarea } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { CodecRun } from './run-codec.ts'
import type { Chain } from './steps/chain.ts'
import type { Data } from './steps/step.ts'
import { useStepWords } from './use-step-words.ts'

/** More text in a field makes the page slow. */
const SHOWN_MAX = 200_000
const BYTES_SHOWN = 512

interface Props {
  outcome: CodecRun | undefined
  chain: Chain
  isCurrent: boolean
}

/** What came out: text, a picture, bytes, or why nothing did. */
export function MadePane({ outcome, chain, isCurrent }: Props) {
  const t = useTranslations('codec')
  const words = useStepWords()
  const output = outcome?.output
  const failed = outcome?.reports.findIndex(({ issue }) => issue !== undefined) ?? -1
  const issue = outcome?.reports[failed]?.issue
  const id = chain[failed]?.id
  const failure = outcome?.isGone ? t('issue.gone') : issue && words.issue(issue)

  return (
    <section className="tool-pane" aria-labelledby="codec-output" aria-busy={!isCurrent}>
      <div className="tool-head">
        <h2 id="codec-output">{t('output')}</h2>
        <div className="flex flex-wrap gap-1">
          {typeof output === 'string' && (
            <CopyButton look="ghost" size="small" text={output} label={t('copy')} data-testid="codec-copy" />
          )}
          {output !== undefined && (
            <Button
              look="ghost"
              size="small"
              icon="download"
              onClick={() => saveFile(...outputFile(output))}
              data-testid="codec-download"
            >
              {t('download')}
            </Button>
          )}
        </div>
      </div>
      <div className={`flex flex-1 flex-col gap-2 ${isCurrent ? '' : 'opacity-60'}`}>
        {failure !== undefined && (
          <div
            role="alert"
            className="flex gap-2 rounded-md bg-error-soft px-3 py-2 text-sm"
            data-testid="codec-failure"
          >
            <Icon name="circle-alert" className="mt-0.5 size-4 text-error" />
            <p className="min-w-0 wrap-anywhere">
              {id && (
                <span className="block font-medium">{t('failedAt', { n: failed + 1, name: t(`step.${id}`) })}</span>
              )}
              {failure}
            </p>
          </div>
        )}
        {output !== undefined && <Shown output={output} />}
        {outcome === undefined && (
          <p className="tool-text rounded-md border border-line bg-sunken p-3 text-sm text-muted">
            {isCurrent ? t('nothing') : t('running')}
          </p>
        )}
      </div>
    </section>
  )
}

function Shown({ output }: { output: Data }) {
  const t = useTranslations('codec')
  if (typeof output === 'string') {
    const isCut = output.length > SHOWN_MAX
    return (
      <>
        <Text text={isCut ? output.slice(0, SHOWN_MAX) : output} />
        {isCut && <p className="text-xs text-muted">{t('cut', { shown: SHOWN_MAX })}</p>}
      </>
    )
  }
  if (isPng(output)) return <Picture bytes={output} />
  const shown = output.subarray(0, BYTES_SHOWN)
  return (
    <>
      <Text text={Array.from(shown, (byte) => byte.toString(16).padStart(2, '0')).join(' ')} />
      <p className="text-xs text-muted">{t('binary', { n: shown.length })}</p>
    </>
  )
}

function Text({ text }: { text: string }) {
  return (
    <Textarea readOnly aria-labelledby="codec-output" className="tool-text" value={text} data-testid="codec-output" />
  )
}

/** A code needs white around it, in the dark too. */
function Picture({ bytes }: { bytes: Uint8Array<ArrayBuffer> }) {
  const t = useTranslations('codec')
  const [address, setAddress] = useState<string>()
  const blob = useMemo(() => new Blob([bytes], { type: 'image/png' }), [bytes])
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  if (address === undefined) return null
  return (
    <div className="self-center rounded-lg border border-line-strong bg-white p-2">
      <img
        src={address}
        alt={t('picture')}
        className="w-80 max-w-full [image-rendering:pixelated]"
        data-testid="codec-picture"
      />
    </div>
  )
}

function isPng(bytes: Uint8Array): boolean {
  return bytes[0] === 0x89 && String.fromCharCode(...bytes.subarray(1, 4)) === 'PNG'
}

/** The output as a file, and its name. */
function outputFile(output: Data): [Blob, string] {
  if (typeof output === 'string') {
    const isJson = /^\s*[{[]/.test(output)
    return [
      new Blob([output], { type: isJson ? 'application/json' : 'text/plain' }),
      isJson ? 'codec.json' : 'codec.txt',
    ]
  }
  return isPng(output) ? [new Blob([output], { type: 'image/png' }), 'codec.png'] : [new Blob([output]), 'codec.bin']
}
