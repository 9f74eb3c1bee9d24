import { isClientId } from '@switchyard/convert/facts'
import { useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Count } from '../../../ui/count.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { tooltip } from '../../../ui/tooltip.tsx'
import { useOutOfSight } from '../../../ui/use-out-of-sight.ts'
import { OUTPUTS, withOutput } from '@switchyard/recipe/model'
import { useModelPart, useSession } from '../session/use-convert.ts'
import { useKeptCounts } from './use-kept-counts.ts'

interface Props {
  /** On a phone the clients have the whole line, and the rest stands in the menu. */
  isPhone: boolean
  onTemplate: () => void
  onCompare: () => void
}

/** Whom the result is for, what it is built on, and the way to compare what each client would keep. */
export function TargetBar({ isPhone, onTemplate, onCompare }: Props) {
  const t = useTranslations('convert')
  return (
    <div className="@container shrink-0 border-b border-line">
      <div className="flex flex-col @min-[34rem]:flex-row">
        <Targets />
        {!isPhone && (
          <div className="flex min-h-9 min-w-0 items-center gap-1 px-2 @max-[34rem]:border-t @max-[34rem]:border-line @min-[34rem]:max-w-2/5 @min-[34rem]:pl-0">
            <TemplateButton onTemplate={onTemplate} />
            <Button
              size="small"
              look="ghost"
              icon="scale"
              className="ml-auto"
              aria-label={t('compare')}
              {...tooltip(t('compare'))}
              data-testid="compare-open"
              onClick={onCompare}
            >
              <span className="@min-[34rem]:@max-[41rem]:hidden">{t('compareShort')}</span>
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

function Targets() {
  const t = useTranslations('convert')
  const session = useSession()
  const target = useModelPart(({ output }) => output)
  const counts = useKeptCounts()
  const most = Math.max(...counts.values())
  const line = useRef<HTMLDivElement>(null)
  const { fade } = useOutOfSight(line, `${target} ${[...counts.values()].join()}`)
  useLayoutEffect(() => {
    const chosen = line.current?.querySelector<HTMLElement>('label:has(:checked)')
    // Not `scrollIntoView`, which would scroll the page as well.
    if (chosen) line.current!.scrollLeft = chosen.offsetLeft - (line.current!.clientWidth - chosen.offsetWidth) / 2
  }, [target])
  return (
    <div className="relative flex min-h-10 min-w-0 items-center px-2 py-1 @min-[34rem]:flex-1">
      <div
        ref={line}
        role="radiogroup"
        aria-label={t('output.target')}
        data-fade={fade}
        className="chip-line relative flex min-w-0 flex-1 gap-1 overflow-x-auto p-0.5 [scrollbar-width:none] max-sm:gap-0.5"
      >
        {OUTPUTS.map((id) => {
          const kept = counts.get(id)
          return (
            <label
              key={id}
              data-testid={`target-${id}`}
              className="inline-flex h-7 shrink-0 items-center gap-1 rounded-md px-1.5 text-sm text-muted has-checked:bg-selected has-checked:font-medium has-checked:text-fg has-checked:shadow-[inset_0_0_0_1px_var(--primary)] has-focus-visible:outline-2 has-focus-visible:outline-link hover:text-fg pointer-coarse:h-11"
            >
              <input
                type="radio"
                name="target"
                className="sr-only"
                checked={id === target}
                onChange={() => session.change((model) => withOutput(model, id))}
              />
              {t(`target.short.${id}`)}
              {kept !== undefined && kept < most && <Fewer n={kept} of={most} />}
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

/** A client that takes fewer nodes than others says how many. */
function Fewer({ n, of }: { n: number; of: number }) {
  const t = useTranslations('convert.target')
  return (
    <span className="text-xs text-muted tabular-nums">
      <span aria-hidden="true">
        <Count n={n} />
      </span>
      <span className="sr-only">{t('available', { n, total: of })}</span>
    </span>
  )
}

/** What the result is built on, in words. A list of nodes is built on nothing. */
export function useTemplateWords(): { label: string; name: string; disabled: boolean } {
  const t = useTranslations('convert')
  const target = useModelPart(({ output }) => output)
  const template = useModelPart(({ common }) => common.template)
  const name = typeof template === 'string' ? t(`opt.${template}`) : template.name
  return { label: t('output.template', { name }), name, disabled: !isClientId(target) }
}

function TemplateButton({ onTemplate }: { onTemplate: () => void }) {
  const { label, name, disabled } = useTemplateWords()
  return (
    <Button
      size="small"
      look="ghost"
      aria-haspopup="dialog"
      aria-label={label}
      {...tooltip(label)}
      disabled={disabled}
      className="min-w-0"
      data-testid="template-open"
      onClick={onTemplate}
    >
      <span className="truncate">{name}</span>
      <Icon name="chevron-down" className="size-3.5" />
    </Button>
  )
}
