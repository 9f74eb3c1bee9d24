import { isClientId } from '@switchyard/convert/facts'
import { useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useOutOfSight } from '../../../ui/use-out-of-sight.ts'
import { OUTPUTS, withOutput } from '@switchyard/recipe/model'
import { useModelPart, useSession } from '../session/use-convert.ts'

/** Whom the result is for, and the way to compare what each client would keep. */
export function TargetBar({ onCompare }: { onCompare: () => void }) {
  const t = useTranslations('convert')
  const session = useSession()
  const target = useModelPart(({ output }) => output)
  const line = useRef<HTMLDivElement>(null)
  const { fade } = useOutOfSight(line, target)
  useLayoutEffect(() => {
    const chosen = line.current?.querySelector<HTMLElement>('label:has(:checked)')
    // Not `scrollIntoView`, which would scroll the page as well.
    if (chosen) line.current!.scrollLeft = chosen.offsetLeft - (line.current!.clientWidth - chosen.offsetWidth) / 2
  }, [target])
  return (
    <div className="flex min-h-10 min-w-0 items-center gap-2 border-b border-line px-2 py-1 @min-[34rem]:flex-1">
      <div
        ref={line}
        role="radiogroup"
        aria-label={t('output.target')}
        data-fade={fade}
        className="chip-line relative flex min-w-0 flex-1 gap-1 overflow-x-auto p-0.5 [scrollbar-width:none]"
      >
        {OUTPUTS.map((id) => (
          <label
            key={id}
            data-testid={`target-${id}`}
            className="inline-flex h-7 shrink-0 items-center rounded-md px-2 text-sm max-sm:px-1.5 text-muted has-checked:bg-selected has-checked:font-medium has-checked:text-fg has-checked:shadow-[inset_0_0_0_1px_var(--primary)] has-focus-visible:outline-2 has-focus-visible:outline-link hover:text-fg pointer-coarse:h-11"
          >
            <input
              type="radio"
              name="target"
              className="sr-only"
              checked={id === target}
              onChange={() => session.change((model) => withOutput(model, id))}
            />
            {t(`target.short.${id}`)}
          </label>
        ))}
      </div>
      <IconButton icon="scale" size="small" label={t('compare')} data-testid="compare-open" onClick={onCompare} />
    </div>
  )
}

/** What the result is built on, in words. A list of nodes is built on nothing. */
export function useTemplateWords(): { label: string; disabled: boolean } {
  const t = useTranslations('convert')
  const target = useModelPart(({ output }) => output)
  const template = useModelPart(({ common }) => common.template)
  const name = typeof template === 'string' ? t(`opt.${template}`) : template.name
  return { label: t('output.template', { name }), disabled: !isClientId(target) }
}

/** What the result is built on: beside the clients, or below them where they need the line. */
export function TemplateBar({ onTemplate }: { onTemplate: () => void }) {
  const { label, disabled } = useTemplateWords()
  return (
    <div className="flex min-h-9 min-w-0 items-center gap-2 border-b border-line px-2 @min-[34rem]:max-w-2/5">
      <Button
        size="small"
        look="ghost"
        aria-haspopup="dialog"
        disabled={disabled}
        className="min-w-0 max-w-full"
        data-testid="template-open"
        onClick={onTemplate}
      >
        <span className="truncate">{label}</span>
        <Icon name="chevron-down" className="size-3.5" />
      </Button>
    </div>
  )
}
