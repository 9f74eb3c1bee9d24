import { useTranslations } from 'use-intl'
import { STATE_LOOKS } from '../../../components/state-looks.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { InjectedConfig, LineDifference } from '../../../workers/tasks/config.ts'
import type { PartChange } from './injection-set.ts'

/** More lines make the page slow, and nobody reads them. */
const LINES_MAX = 200
const ROWS_MAX = 100

interface Props {
  result: InjectedConfig
  /** What each change of the result was made of. */
  parts: readonly PartChange['part'][]
  isCurrent: boolean
  onShow: (line: number) => void
}

/** What would become of the config: how much goes in, what does not and why, and the lines that change. */
export function InjectionPreview({ result, parts, isCurrent, onShow }: Props) {
  const t = useTranslations('inject')
  const { added, skipped, refused, changes, unread, fresh, diff, isHeld } = result
  const issues = changes.flatMap((change, at) =>
    change.issues.map((issue) => Object.assign({ of: nameOf(parts[at], t) }, issue)),
  )
  const present = changes.flatMap((change) => change.present)
  const translated = new Map(changes.flatMap((change) => change.translated.map(({ from, to }) => [from, to])))
  return (
    <section
      aria-label={t('preview')}
      aria-busy={!isCurrent}
      className={`flex flex-col gap-3 ${isCurrent ? '' : 'opacity-60'}`}
      data-testid="inject-preview"
    >
      <h2 className="sr-only">{t('preview')}</h2>
      <p role="status" className="flex flex-wrap gap-2" data-testid="inject-counts">
        <Badge tone={added > 0 ? 'success' : 'quiet'} icon={added > 0 ? 'plus' : 'minus'}>
          {t('count.added', { n: added })}
        </Badge>
        {skipped > 0 && (
          <Badge tone="quiet" icon="equal">
            {t('count.skipped', { n: skipped })}
          </Badge>
        )}
        {refused > 0 && (
          <Badge tone="error" icon="x">
            {t('count.refused', { n: refused })}
          </Badge>
        )}
      </p>
      {unread !== undefined && (
        <p role="alert" className="text-sm text-error">
          {t('unread', { reason: unread })}
        </p>
      )}
      {issues.length > 0 && (
        <ul className="flex flex-col gap-1 text-sm" data-testid="inject-issues">
          {issues.slice(0, ROWS_MAX).map(({ of, severity, message }, at) => (
            <li key={`${at} ${message}`} className="flex items-start gap-2">
              <Severity severity={severity} />
              <span className="min-w-0 wrap-anywhere">
                {of === undefined ? message : `${of}${t('colon')}${message}`}
              </span>
            </li>
          ))}
          {issues.length > ROWS_MAX && <li className="text-muted">{t('more', { n: issues.length - ROWS_MAX })}</li>}
        </ul>
      )}
      {present.length > 0 && (
        <details className="text-sm">
          <summary className="flex min-h-(--target) cursor-pointer items-center text-muted">
            {t('present', { n: present.length })}
          </summary>
          <ul className="flex flex-col gap-0.5 font-mono text-xs" data-testid="inject-present">
            {present.slice(0, ROWS_MAX).map((rule, at) => (
              <li key={`${at} ${rule}`} className="wrap-anywhere">
                {rule}
              </li>
            ))}
          </ul>
        </details>
      )}
      {isHeld && (
        <p role="alert" className="text-sm text-error" data-testid="inject-held">
          {t('held')}
        </p>
      )}
      {fresh.length > 0 && (
        <div className="text-sm">
          <p className="font-medium">{t('fresh.title')}</p>
          <ul className="mt-1 flex flex-col gap-1" data-testid="inject-fresh">
            {fresh.slice(0, ROWS_MAX).map(({ severity, line, message }, at) => (
              <li key={`${at} ${message}`} className="flex items-start gap-2">
                <Severity severity={severity} />
                <span className="min-w-0 wrap-anywhere">{`${t('line', { line })}${t('colon')}${message}`}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {translated.size > 0 && (
        <details open className="text-sm">
          <summary className="flex min-h-(--target) cursor-pointer items-center font-medium">{t('translated')}</summary>
          <dl className="flex flex-col gap-2 font-mono text-xs" data-testid="inject-translated">
            {[...translated].slice(0, ROWS_MAX).map(([from, to]) => (
              <div key={from}>
                <dt className="text-muted wrap-anywhere">{from}</dt>
                <dd className="flex gap-1 wrap-anywhere">
                  <Icon name="arrow-right" className="mt-0.5 size-3 shrink-0 text-muted" />
                  <span className="min-w-0">{to}</span>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {diff.length === 0 ? (
        <p className="text-sm text-muted">{t('same')}</p>
      ) : (
        <div>
          <p className="mb-1 text-sm font-medium">{t('diff')}</p>
          <Lines diff={diff} onShow={onShow} />
        </div>
      )}
    </section>
  )
}

function Lines({ diff, onShow }: { diff: readonly LineDifference[]; onShow: (line: number) => void }) {
  const t = useTranslations('inject')
  const all = diff.flatMap(({ line, newLine, gone, fresh }) => [
    { sign: '@', line, newLine, text: '' } as const,
    ...gone.map((text, at) => ({ sign: '−', line: line + at, newLine, text }) as const),
    ...fresh.map((text, at) => ({ sign: '+', line, newLine: newLine + at, text }) as const),
  ])
  return (
    <div className="card overflow-hidden font-mono text-xs" data-testid="inject-diff">
      {all.slice(0, LINES_MAX).map(({ sign, line, newLine, text }, at) =>
        sign === '@' ? (
          <button
            key={`${at}`}
            type="button"
            className="target block w-full border-b border-line bg-sunken px-2 py-1 text-left text-link-plain"
            aria-label={t('showLine', { line })}
            onClick={() => onShow(line)}
          >
            {t('line', { line })}
          </button>
        ) : (
          <p key={`${at}`} className={`flex gap-2 px-2 py-0.5 ${LINE_LOOKS[sign]}`} data-sign={sign}>
            <span className="w-8 shrink-0 text-right text-muted tabular-nums">{sign === '+' ? newLine : line}</span>
            <span aria-hidden="true">{sign}</span>
            <span className="sr-only">{t(sign === '+' ? 'fresh.sign' : 'gone')}</span>
            <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">{text}</span>
          </p>
        ),
      )}
      {all.length > LINES_MAX && (
        <p className="px-2 py-1 text-muted">{t('moreLines', { n: all.length - LINES_MAX })}</p>
      )}
    </div>
  )
}

const LINE_LOOKS = { '+': 'bg-success-soft', '−': 'bg-error-soft' } as const
const TONE_CLASSES = { error: 'text-error', warning: 'text-warning', info: 'text-info' } as const

function Severity({ severity }: { severity: 'error' | 'warning' | 'note' }) {
  const t = useTranslations('inject.severity')
  const { icon, tone } = STATE_LOOKS[severity]
  return (
    <>
      <Icon name={icon} className={`mt-1 size-3.5 shrink-0 ${TONE_CLASSES[tone]}`} />
      <span className="sr-only">{t(severity)}</span>
    </>
  )
}

/** Rules say their own line; what else is wrong is said with what it is about. */
function nameOf(
  part: PartChange['part'] | undefined,
  t: ReturnType<typeof useTranslations<'inject'>>,
): string | undefined {
  if (part === undefined || part === 'rules') return undefined
  if (part === 'nodes') return t('part.nodes')
  return t(`of.${part.kind}`, { name: part.name || t('unnamed') })
}
