import { useTranslations } from 'use-intl'
import { WrittenCount } from '../output/client-menu.tsx'
import { useShown } from '../output/use-shown.ts'
import { useModelPart, useStatePart } from '../session/use-convert.ts'

/** One line about the result: `Mihomo · 19 · 217 lines`. The options show it where they cover the result. */
export function ResultLine() {
  const t = useTranslations('convert')
  const target = useModelPart(({ output }) => output)
  const error = useStatePart(({ result }) => result?.error)
  const { lines, edit } = useShown()
  return (
    <>
      {t(`target.short.${target}`)} · <WrittenCount />
      {/* After an error, the text is still that of the last good run. Its lines are not counted. */}
      {(!error || edit) && lines > 0 && ` · ${t('opt.resultLines', { lines })}`}
    </>
  )
}
