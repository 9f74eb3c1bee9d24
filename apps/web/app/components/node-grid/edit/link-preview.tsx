import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useGrid } from '../grid-context.ts'
import { maskLink, withReadableName } from './secrets.ts'
import type { LinkPreview, NodeRecord } from '../types.ts'
import { useTimedReveal } from '../../../ui/use-timed-reveal.ts'

const PREVIEW_DELAY_MS = 200

/** The link of a record, asked for a moment after it changed. */
export function useLink(
  node: NodeRecord | undefined,
  preview: ((node: NodeRecord) => Promise<LinkPreview>) | undefined,
) {
  const [link, setLink] = useState<LinkPreview>()
  const asked = useRef(0)
  const linkOf = async (record: NodeRecord) => {
    const turn = ++asked.current
    const answer = await preview!(record).catch(() => undefined)
    if (turn === asked.current) setLink(answer)
    return answer
  }
  const ask = useEffectEvent((record: NodeRecord) => void linkOf(record))
  const on = preview !== undefined
  useEffect(() => {
    if (!node || !on) return
    // The first one is waited for: nothing is typed yet.
    const timer = setTimeout(() => ask(node), asked.current === 0 ? 0 : PREVIEW_DELAY_MS)
    return () => clearTimeout(timer)
  }, [node, on])
  return [link, linkOf] as const
}

/** What the link reads, and what is wrong with it. */
export function LinkLine({ link }: { link: LinkPreview | undefined }) {
  const { t } = useGrid()
  const [revealed, setRevealed] = useTimedReveal()
  return (
    <section
      aria-label={t('linkPreview')}
      className="mb-4 rounded-md border border-line bg-sunken p-3"
      data-testid="link-preview"
    >
      {/* The icons may be higher than their line: the words have the same air on every side. */}
      <div className="-mt-0.5 -mr-1.5 mb-1 flex h-5 items-center gap-1">
        <span className="mr-auto text-xs font-medium text-muted">{t('linkPreview')}</span>
        {link?.link && (
          <>
            <IconButton
              icon={revealed ? 'eye-off' : 'eye'}
              size="small"
              aria-pressed={revealed}
              label={t(revealed ? 'hideSecret' : 'showSecret')}
              onClick={() => setRevealed(!revealed)}
            />
            <CopyButton text={link.link} label={t('copyLink')} iconOnly size="small" />
          </>
        )}
      </div>
      <p className="line-clamp-3 font-mono text-xs break-all" dir="ltr">
        {link === undefined ? (
          <span className="block h-[2lh] rounded bg-hover" />
        ) : link.link ? (
          revealed ? (
            withReadableName(link.link)
          ) : (
            withReadableName(maskLink(link.link))
          )
        ) : (
          t('linkNone')
        )}
      </p>
      {link && <LinkIssues issues={link.issues} />}
    </section>
  )
}

/** What is wrong with a link, the gravest in red. */
export function LinkIssues({ issues }: Pick<LinkPreview, 'issues'>) {
  if (issues.length === 0) return null
  return (
    <ul className="mt-1.5 flex flex-col gap-0.5 text-xs">
      {issues.map(({ code, text, severity, field }, at) => (
        <li
          key={`${code}${field}${at}`}
          className={`flex gap-1.5 ${severity === 'error' ? 'text-error' : severity === 'warning' ? 'text-warning' : 'text-muted'}`}
        >
          <Icon
            name={severity === 'note' ? 'info' : severity === 'error' ? 'circle-alert' : 'alert-triangle'}
            className="mt-0.5 size-3.5"
          />
          {text}
        </li>
      ))}
    </ul>
  )
}
