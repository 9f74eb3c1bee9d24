import { TEXT_SOURCE, type BuildResult, type OtherRow } from '@switchyard/recipe/model'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useStore } from '../../../lib/store.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { isPlainHttp } from '../../../components/engine/host-of.ts'
import { sourceNames } from '../input/source-names.ts'
import { ToFetchButtons, useAddresses, useIsWaiting } from '../input/to-fetch.tsx'
import { countOf, OUTCOMES } from '../nodes/track-segments.ts'
import { useModelPart, useSession, useStatePart } from '../session/use-convert.ts'

const REASONS_SHOWN = 3
const TITLE = 'max-w-prose text-lg font-semibold text-balance'
const NO_OTHERS: readonly OtherRow[] = []

interface Props {
  result: BuildResult
  error: NonNullable<BuildResult['error']>
  onLine: (sourceId: string | undefined, line: number) => void
  onProblems: () => void
  onClear: () => void
  /** The change of the settings that helps. */
  children: ReactNode
}

/** In the place of a result that nothing could be written for: why, and what to do about it. */
export function NoResult(props: Props) {
  return useIsWaiting() ? <NotFetched /> : <Failed {...props} />
}

/** Nothing went wrong: there are addresses, and nobody asked them yet. */
function NotFetched() {
  const t = useTranslations('fetching')
  const addresses = useAddresses()
  return (
    <div
      role="status"
      className="flex flex-1 flex-col items-center gap-4 overflow-y-auto px-4 py-8 text-center before:flex-1 after:flex-2"
      data-testid="not-fetched"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-hover text-muted">
        <Icon name="network" className="size-5" />
      </span>
      <div className="flex max-w-full flex-col items-center gap-1">
        <h2 className={TITLE}>{t('nothingYet', { n: addresses.length })}</h2>
        {addresses.some(({ url }) => !isPlainHttp(url)) && (
          <p className="text-sm text-balance text-muted">{t('nothingYetNote')}</p>
        )}
      </div>
      <div className="flex max-w-full flex-wrap justify-center gap-2">
        <ToFetchButtons addresses={addresses} />
      </div>
    </div>
  )
}

function Failed({ result, error, onLine, onProblems, onClear, children }: Props) {
  const t = useTranslations('convert.output.none')
  const isOfInput = error.code === 'no-nodes'
  // Nothing is wrong with the nodes. The list shows them as excluded.
  const isOfClient = error.code === 'no-nodes-for-clash'
  const { refused } = result.counts
  const [first] = linesAtFault(result)
  const addresses = useAddresses()
  return (
    <div
      role="alert"
      className="flex flex-1 flex-col items-center gap-4 overflow-y-auto px-4 py-8 text-center before:flex-1 after:flex-2"
      data-testid="no-result"
    >
      <span
        className={`grid size-10 shrink-0 place-items-center rounded-lg ${isOfClient ? 'bg-hover text-muted' : 'bg-error-soft text-error'}`}
      >
        <Icon name={isOfClient ? 'ban' : 'circle-alert'} className="size-5" />
      </span>
      <div className="flex max-w-full flex-col items-center gap-1">
        {isOfClient && refused > 0 ? (
          <>
            <LeftOut n={refused} />
            <p className="max-w-sm text-sm text-balance text-muted" data-testid="output-error">
              {error.message}
            </p>
          </>
        ) : (
          <h2 className={TITLE} data-testid="output-error">
            {error.message}
          </h2>
        )}
        {isOfInput && <Reasons {...{ result, onLine, onProblems }} />}
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        {children}
        {isOfInput && <ToFetchButtons addresses={addresses} />}
        {isOfInput && first && (
          <Button
            look={addresses.length > 0 ? 'outline' : 'solid'}
            icon="pencil"
            onClick={() => onLine(first.sourceId, first.line)}
          >
            {t('editText')}
          </Button>
        )}
        {isOfInput && (
          <Button icon="trash-2" onClick={onClear}>
            {t('clear')}
          </Button>
        )}
      </div>
      {isOfInput && <Takes />}
    </div>
  )
}

/** Says that the client of the result takes none of the nodes. */
function LeftOut({ n }: { n: number }) {
  const t = useTranslations('convert')
  const madeFor = useStatePart(({ madeFor }) => madeFor)
  return <h2 className={TITLE}>{madeFor && t('output.none.leftOut', { client: t(`target.${madeFor}`), n })}</h2>
}

/** The kinds of text that can be read. */
function Takes() {
  const t = useTranslations('convert')
  return (
    <div className="mt-4 max-w-md border-t border-line pt-4 text-left text-sm">
      <h3 className="font-medium">{t('output.none.takes')}</h3>
      <dl className="mt-2 grid gap-2 text-xs leading-5">
        {(['links', 'files'] as const).map((kind) => (
          <div key={kind}>
            <dt>{t(`input.takes.${kind}`)}</dt>
            <dd className="text-pretty text-muted">{t(`input.takes.${kind}Note`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** What could not be read, line by line; without such lines, what became of the entries. */
function Reasons({ result, onLine, onProblems }: Pick<Props, 'result' | 'onLine' | 'onProblems'>) {
  const t = useTranslations('convert.output.none')
  const tc = useTranslations('convert')
  const names = sourceNames(
    useModelPart(({ sources }) => sources),
    (key) => tc(`source.${key}`),
  )
  const others = useStore(useSession().desk.others, NO_OTHERS)
  const startOf = (sourceId = TEXT_SOURCE, line: number) =>
    others.find((row) => row.sourceId === sourceId && row.line === line)?.start
  const outcomes = useOutcomes(result)
  const lines = linesAtFault(result)
  const more = lines.length - REASONS_SHOWN + result.moreIssues
  if (lines.length === 0) return <p className="text-sm text-muted empty:hidden">{outcomes}</p>
  return (
    <div className="max-w-full text-sm">
      <p className="mb-1 text-muted">{t('unread')}</p>
      <ul className="flex flex-col gap-1 text-left">
        {lines.slice(0, REASONS_SHOWN).map(({ sourceId, line, message }, index) => (
          <li key={index} className="flex items-baseline gap-2">
            <button
              type="button"
              className="min-h-(--target) shrink-0 whitespace-nowrap underline decoration-line-strong underline-offset-4 hover:decoration-current"
              onClick={() => onLine(sourceId, line)}
            >
              {[names.get(sourceId ?? ''), tc('problems.line', { line })].filter(Boolean).join(' · ')}
            </button>
            <span className="min-w-0 text-muted">
              {/* A wide window has the list beside it. */}
              <span className="block truncate font-mono text-xs text-fg empty:hidden lg:hidden">
                {startOf(sourceId, line)}
              </span>
              <span className="block break-words">{message}</span>
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button size="small" look="ghost" className="mt-1" onClick={onProblems}>
          {t('more', { n: more })}
        </Button>
      )}
    </div>
  )
}

/** `3 deleted · 1 disabled`. */
function useOutcomes({ counts }: BuildResult): string {
  const t = useTranslations('convert')
  return OUTCOMES.filter((outcome) => countOf(counts, outcome) > 0)
    .map((outcome) => t('output.none.outcome', { word: t(`summary.${outcome}`), n: countOf(counts, outcome) }))
    .join(' · ')
}

function linesAtFault({ issues }: BuildResult) {
  return issues.flatMap(({ severity, sourceId, line, message }) =>
    severity === 'error' && line !== undefined ? [{ sourceId, line, message }] : [],
  )
}
