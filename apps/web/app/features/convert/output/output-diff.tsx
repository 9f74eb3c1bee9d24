import { useFormatter, useTranslations } from 'use-intl'
import type { EditorLanguage } from '../../../components/code-editor/code-mirror.ts'
import { DiffView, type DiffSource } from '../../../components/diff/diff-view.tsx'
import { useStore } from '../../../lib/store.ts'
import { textOfFile } from '../input/add-files.ts'
import { useModel, useSession } from '../session/use-convert.ts'
import { changedParts } from '../session/option-sections.ts'
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
  const model = useModel()
  const { output } = model
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

  const causeOf = (old: string) => {
    const madeOf = versions.find((version) => version.text === old)?.madeOf
    const parts = madeOf ? changedParts(madeOf, model) : []
    if (!madeOf || parts.length === 0) return undefined
    const words = parts.map((part) => {
      if (part === 'sources' || part === 'edits') return t(`part.${part}`)
      if (part !== 'template') return tc(`opt.${part}`)
      const [before, after] = [madeOf, model].map(({ common: { template } }) =>
        typeof template === 'string' ? tc(`opt.${template}`) : template.name,
      )
      return before === after ? tc('opt.template') : t('part.template', { before: before!, after: after! })
    })
    return t('cause', { parts: words.join(t('part.separator')) })
  }

  return (
    <DiffView
      text={text}
      language={language}
      sources={sources}
      first={hasGenerated ? 'generated' : 'last'}
      renderItems={(before, jumps) => <ItemDiff {...{ before, text, jumps }} cause={causeOf(before)} />}
      missing={t(versions.length > 0 ? 'noLast' : 'none')}
      readFile={(file) => textOfFile(file, tc)}
    />
  )
}

const isToday = (at: number) => new Date(at).toDateString() === new Date().toDateString()
