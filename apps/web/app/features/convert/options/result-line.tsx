import { useTranslations } from 'use-intl'
import { WrittenCount } from '../output/client-menu.tsx'
import { useShown } from '../output/use-shown.ts'
import { useModelPart, useStatePart } from '../session/use-convert.ts'

/** The result in one line, for where the options cover it: `Mihomo · 19 · 217 lines`. */
export function ResultLine() {
  const t = useTranslations('convert')
  const target = useModelPart(({ output }) => output)
  const error = useStatePart(({ result }) => result?.error)
  const { lines, edit } = useShown()
  return (
    <>
      {t(`target.short.${target}`)} · <WrittenCount />
      {/* What is left of the last good run is not what was asked for. */}
      {(!error || edit) && lines > 0 && ` · ${t('opt.resultLines', { lines })}`}
    </>
  )
}
