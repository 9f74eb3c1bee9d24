import { useEffect, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { useStore } from '../../lib/store.ts'
import { keepRoom } from '../../ui/keep-room.ts'
import { countedSources } from '@switchyard/recipe/model'
import type { SourceState } from './session/session-state.ts'
import { useModelPart, useSession } from './session/use-convert.ts'

// On a phone the buttons of the result stay at the foot of the window, in every step.

/** For the pane of the result, in the steps that show another one. */
export const ACTIONS_ONLY =
  'max-lg:sticky max-lg:bottom-(--bottom-bar) max-lg:z-10 max-lg:[&>:not([data-actions])]:hidden'

const NO_SOURCES: Readonly<Record<string, SourceState>> = {}

/** What was made of the input, where the nodes themselves are a step away. */
export function ReadSoFar() {
  const t = useTranslations('convert.steps')
  const states = useStore(useSession().sources, NO_SOURCES)
  const sources = useModelPart(({ sources }) => sources)
  const infos = countedSources({ sources }).flatMap(({ id }) => states[id]?.info ?? [])
  const nodes = infos.reduce((sum, info) => sum + info.nodes, 0)
  const skipped = infos.reduce((sum, info) => sum + info.skipped, 0)
  return (
    <p role="status" className="w-full text-sm tabular-nums empty:hidden lg:hidden" data-testid="read-so-far">
      {nodes + skipped > 0 && t('read', { nodes, skipped })}
    </p>
  )
}

/** Room that the buttons take, for what is shown above them. */
export function useActionBar(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const bar = frame.current?.querySelector<HTMLElement>('[data-actions]')
    return bar ? keepRoom(bar, '--action-bar') : undefined
  }, [frame])
}
