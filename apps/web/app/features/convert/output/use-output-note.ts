import { isClientId } from '@switchyard/convert/facts'
import type { OutputId } from '@switchyard/recipe/model'
import { useTranslations } from 'use-intl'
import { CLIENT_PROGRAMS, type ClientPrograms } from '../../../components/client-programs.ts'
import { PHONE, useMedia } from '../../../lib/use-media.ts'

/** The words after the name of an output: programs that take it, then the version where there is room. */
export function useOutputNote(): (id: OutputId, versions?: string) => string {
  const t = useTranslations('convert.target')
  const isPhone = useMedia(PHONE)
  return (id, versions) => {
    if (!isClientId(id)) return t(`${id}Note`)
    const { programs, onPhone, core }: ClientPrograms = CLIENT_PROGRAMS[id]
    if (isPhone) return onPhone
    return [programs.join(t('separator')), versions ?? core].filter(Boolean).join(' · ')
  }
}
