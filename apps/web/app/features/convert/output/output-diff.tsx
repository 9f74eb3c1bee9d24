import { useFormatter, useTranslations } from 'use-intl'
import type { EditorLanguage } from '../../../components/config-editor/language.ts'
import { DiffView, type DiffSource } from '../../../components/diff/diff-view.tsx'
import { useStore } from '../../../lib/store.ts'
import { textOfFile } from '../../../components/node-list/add-files.ts'
import { useModelPart, useSession, useStatePart } from '../session/use-convert.ts'
import { changedParts } from '../session/option-sections.ts'
import type { Model } from '../session/model.ts'
import type { Version } from '../session/versions.ts'
import { ItemDiff } from './item-diff.tsx'
import type { Shown } from './use-shown.ts'

const NONE: readonly Version[] = []

/** How the result differs from one of before, from what was generated, or from a file. */
export function OutputDiff({ shown, language }: { shown: Shown; language: EditorLanguage | undefined }) {
  const t = useTranslations('convert.diff')
  const tc = useTranslations('convert')
  const tl = useTranslations('nodeList')
  const tt = useTranslations('convert.target')
  const format = useFormatter()
  const output = useModelPart(({ output }) => output)
  const madeFrom = useStatePart(({ madeOf }) => madeOf)
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

  const templateName = ({ common: { template } }: Model) =>
    typeof template === 'string' ? tc(`opt.${template}`) : template.name
  /** Says which settings changed since the chosen version. Undefined: the version has no model. */
  const causeOf = (id: string) => {
    const { madeOf } = (id === 'last' ? last : versions.find((version) => version.id === id)) ?? {}
    if (!madeOf || !madeFrom) return undefined
    const [before, after] = [templateName(madeOf), templateName(madeFrom)]
    const isOtherTemplate = before !== after
    const names = changedParts(madeOf, madeFrom)
      .filter((part) => part !== 'template' || !isOtherTemplate)
      .map((part) => (part === 'sources' || part === 'edits' ? t(`part.${part}`) : tc(`opt.${part}`)))
    const parts = [
      ...(isOtherTemplate ? [t('part.template', { before, after })] : []),
      ...(names.length > 0 ? [t('part.changed', { names: names.join(t('part.separator')) })] : []),
    ]
    return parts.length === 0 ? undefined : t('cause', { parts: parts.join(t('part.and')) })
  }

  return (
    <DiffView
      text={text}
      language={language}
      sources={sources}
      first={hasGenerated ? 'generated' : 'last'}
      renderItems={(before, id) => <ItemDiff {...{ before, text }} cause={causeOf(id)} />}
      missing={t(versions.length > 0 ? 'noLast' : 'none')}
      readFile={(file) => textOfFile(file, tl)}
    />
  )
}

const isToday = (at: number) => new Date(at).toDateString() === new Date().toDateString()
