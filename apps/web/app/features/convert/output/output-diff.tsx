import { useFormatter, useTranslations } from 'use-intl'
import type { EditorLanguage } from '../../../components/code-editor/code-mirror.ts'
import { DiffView, type DiffSource } from '../../../components/diff/diff-view.tsx'
import { useStore } from '../../../lib/store.ts'
import { textOfFile } from '../input/add-files.ts'
import { useModel, useSession } from '../session/use-convert.ts'
import type { Version } from '../session/versions.ts'
import { ItemDiff } from './item-diff.tsx'
import type { Shown } from './use-shown.ts'

const NONE: readonly Version[] = []

/** How the result differs from one of before, from what was generated, or from a file. */
export function OutputDiff({ shown, language }: { shown: Shown; language: EditorLanguage | undefined }) {
  const t = useTranslations('convert.diff')
  const tc = useTranslations('convert')
  const tt = useTranslations('convert.target')
  const format = useFormatter()
  const { output } = useModel()
  const versions = useStore(useSession().versions, NONE)
  const { edit, generated, text = '' } = shown

  const time = (at: number, timeStyle: 'short' | 'medium' = 'medium') =>
    format.dateTime(at, { dateStyle: isToday(at) ? undefined : 'short', timeStyle, hourCycle: 'h23' })
  const nameOf = ({ at, target, isEdited }: Version) =>
    t(isEdited ? 'versionEdited' : 'version', { time: time(at), target: tt(target) })

  const last = versions.find((version) => version.target === output)
  const nameOfLast = () => {
    if (!last) return t('last')
    return last.isEdited ? nameOf(last) : t('lastAt', { time: time(last.at, 'short') })
  }
  const others = versions.filter((version) => version !== last)
  const sources: DiffSource[] = [
    { id: 'last', label: nameOfLast(), text: last?.text },
    ...others.map((version) => ({ id: version.id, label: nameOf(version), text: version.text })),
  ]
  // A text that was edited by hand is compared with the generated one, any other with the result before it.
  const hasGenerated = edit !== undefined && generated !== undefined
  if (hasGenerated) sources.unshift({ id: 'generated', label: t('generated'), text: generated })

  return (
    <DiffView
      text={text}
      language={language}
      sources={sources}
      first={hasGenerated ? 'generated' : 'last'}
      renderItems={(before, jumps) => <ItemDiff {...{ before, text, jumps }} />}
      missing={t(versions.length > 0 ? 'noLast' : 'none')}
      readFile={(file) => textOfFile(file, tc)}
    />
  )
}

const isToday = (at: number) => new Date(at).toDateString() === new Date().toDateString()
