import { withCommon, type CommonSettings } from '@switchyard/recipe/model'
import { useTranslations } from 'use-intl'
import type { Change } from '../../../components/config-form/change.ts'
import { undoToast } from '../../../components/node-list/undo-toast.ts'
import { useModelPart, useSession } from '../session/use-convert.ts'

interface Setting<Value> {
  value: Value
  onChange: Change<Value>
}

/** One of the settings that all outputs share, as a part of a form takes it. */
export function useSetting<Key extends keyof CommonSettings>(key: Key): Setting<CommonSettings[Key]> {
  const session = useSession()
  const value = useModelPart(({ common }) => common[key])
  const onChange: Change<CommonSettings[Key]> = (update, typing) =>
    session.change((model) => {
      const before = model.common[key]
      const next = update(before)
      return next === before ? model : withCommon(model, { [key]: next })
    }, kindOf(typing))
  return { value, onChange }
}

/** What is undone together. */
export function kindOf(typing: string | undefined): string {
  return typing === undefined ? 'edit' : `typing-${typing}`
}

/** Tells what was taken away, with the way back. */
export function useRemoved(): (done: string) => void {
  const t = useTranslations('convert')
  const session = useSession()
  return (done) => undoToast(session, t('undo'), done)
}
