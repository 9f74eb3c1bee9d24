import { isClientId } from '@switchyard/convert/facts'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { FormattedNumber } from '../../../ui/formatted-number.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { tooltip } from '../../../ui/tooltip.tsx'
import { useOutOfSight } from '../../../ui/use-out-of-sight.ts'
import { OUTPUTS, withOutput, type ClientId } from '@switchyard/recipe/model'
import { countedOutOf } from '../session/comparison.ts'
import { useModelPart, useSession } from '../session/use-convert.ts'
import { useCountedOutputs } from './use-kept-counts.ts'
import { useOutputNote, usePrograms } from './use-output-note.ts'

interface Props {
  /** Opens the comparison. It is absent on a phone, and when there are no nodes to compare. */
  onCompare: (() => void) | undefined
}

/** Whom the result is for, and the way to compare what each client would keep. */
export function TargetBar({ onCompare }: Props) {
  const t = useTranslations('convert')
  return (
    <div className="@container flex shrink-0 items-center border-b border-line">
      <Targets />
      {onCompare && (
        <Button
          size="small"
          look="ghost"
          icon="scale"
          className="mr-1"
          aria-label={t('compare')}
          {...tooltip(t('compare'))}
          data-testid="compare-open"
          onClick={onCompare}
        >
          <span className="@max-[29rem]:hidden">{t('compareShort')}</span>
        </Button>
      )}
    </div>
  )
}

function Targets() {
  const t = useTranslations('convert')
  const session = useSession()
  const target = useModelPart(({ output }) => output)
  const { counts, most, areComing, areLater } = useCountedOutputs()
  const noteOf = useOutputNote()
  const line = useRef<HTMLDivElement>(null)
  const { fade } = useOutOfSight(line, target)
  useLayoutEffect(() => {
    // The next frame is laid out anyway. Asking for positions here would force one more layout.
    const frame = requestAnimationFrame(() => {
      const chosen = line.current?.querySelector<HTMLElement>('label:has(:checked)')
      // Not `scrollIntoView`, which would scroll the page as well.
      if (chosen) showIn(line.current!, chosen)
    })
    return () => cancelAnimationFrame(frame)
  }, [target])
  return (
    <div className="relative flex min-w-0 flex-1 items-center px-2 py-1">
      <div
        ref={line}
        role="radiogroup"
        aria-label={t('output.target')}
        data-fade={fade}
        className="chip-line relative flex min-w-0 flex-1 gap-1 overflow-x-auto p-0.5 [scrollbar-width:none] @max-[32rem]:gap-0.5"
      >
        {OUTPUTS.map((id) => {
          const count = counts.get(id)
          const isLater = !count && areLater
          const hints = [
            noteOf(id),
            count && count.leftOut > 0 && t('target.notWritten', { n: count.leftOut }),
            isLater && t('target.countedLater'),
          ]
          return (
            <label
              key={id}
              data-testid={`target-${id}`}
              title={hints.filter(Boolean).join(' · ')}
              className="inline-flex h-10 shrink-0 flex-col items-center justify-center rounded-md px-1.5 @min-xl:px-2 text-sm leading-5 max-sm:grow max-sm:px-0.5 text-muted has-checked:bg-selected has-checked:font-medium has-checked:text-fg has-checked:shadow-[inset_0_0_0_1px_var(--primary)] has-focus-visible:outline-2 has-focus-visible:outline-link hover:text-fg pointer-coarse:h-11 low:pointer-fine:h-8 low:flex-row low:gap-1.5"
            >
              <input
                type="radio"
                name="target"
                className="sr-only"
                checked={id === target}
                onChange={() => session.change((model) => withOutput(model, id))}
              />
              {t(`target.short.${id}`)}
              {count ? (
                <KeptCount kept={count.kept} total={countedOutOf(count, most ?? count.kept)}>
                  {id === target && isClientId(id) && <AppName target={id} />}
                </KeptCount>
              ) : (
                (areComing || isLater) && <NotCounted isLater={isLater} />
              )}
            </label>
          )
        })}
      </div>
      {/* The end of the line may lie between two clients: what is out of sight is told by more than a fade. */}
      {(fade === 'end' || fade === 'both') && (
        <Icon name="chevron-right" className="pointer-events-none absolute right-0.5 size-3.5 text-muted" />
      )}
    </div>
  )
}

/** What is in sight stays where it is. */
function showIn(line: HTMLElement, chosen: HTMLElement): void {
  const start = chosen.offsetLeft
  const isSeen = start >= line.scrollLeft && start + chosen.offsetWidth <= line.scrollLeft + line.clientWidth
  if (!isSeen) line.scrollLeft = start - (line.clientWidth - chosen.offsetWidth) / 2
}

/** From here on the number of all nodes would make the line wider than its room. */
const LONG = 1000

interface KeptProps {
  kept: number
  total: number
  children: ReactNode
}

/** How many nodes a client takes, below its name. */
function KeptCount({ kept, total, children }: KeptProps) {
  const t = useTranslations('convert.target')
  const isFewer = kept < total
  return (
    <span className={`text-xs leading-4 tabular-nums ${isFewer ? 'text-warning' : 'text-muted'}`}>
      <span aria-hidden="true">
        <FormattedNumber n={kept} />
        {isFewer && total < LONG && (
          <>
            /<FormattedNumber n={total} />
          </>
        )}
      </span>
      <span className="sr-only">{t('available', { n: kept, total })}</span>
      {children}
    </span>
  )
}

/** The app that the chosen client belongs to. A narrow bar has no room for it. */
function AppName({ target }: { target: ClientId }) {
  const t = useTranslations('convert.target')
  const app = t('appOfChosen', { target, app: usePrograms()(target)[0] ?? '' })
  return app && <span className="font-normal text-muted low:hidden @max-[36rem]:hidden"> · {app}</span>
}

/** In the place of a number: it is to come, or it is counted only when the client is chosen. */
const NotCounted = ({ isLater }: { isLater: boolean }) => (
  <span aria-hidden="true" className="grid h-4 place-items-center text-xs leading-4 text-muted">
    {isLater ? '–' : <span className="h-1.5 w-5 rounded-full bg-line-strong" />}
  </span>
)

/** What the result is built on, in words. A list of nodes is built on nothing. */
export function useTemplateWords(): { label: string; name: string; disabled: boolean } {
  const t = useTranslations('convert')
  const target = useModelPart(({ output }) => output)
  const template = useModelPart(({ common }) => common.template)
  const name = typeof template === 'string' ? t(`opt.${template}`) : template.name
  const disabled = !isClientId(target)
  return { label: disabled ? t('opt.template') : t('output.template', { name }), name, disabled }
}

export function TemplateButton({ onTemplate }: { onTemplate: () => void }) {
  const { label, name, disabled } = useTemplateWords()
  return (
    <Button
      size="small"
      look="ghost"
      aria-haspopup="dialog"
      aria-label={label}
      {...tooltip(label)}
      disabled={disabled}
      className="max-w-2/5 min-w-0"
      data-testid="template-open"
      onClick={onTemplate}
    >
      <Icon name="scroll-text" className="size-3.5 @min-[30rem]:hidden" />
      <span className="truncate @max-[30rem]:hidden">{label}</span>
      <span className="truncate @min-[30rem]:hidden">{name}</span>
      <Icon name="chevron-down" className="size-3.5" />
    </Button>
  )
}
