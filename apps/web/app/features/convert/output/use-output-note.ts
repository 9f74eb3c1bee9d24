import { isClientId } from '@switchyard/convert/facts'
import type { OutputId } from '@switchyard/recipe/model'
import { useTranslations } from 'use-intl'
import { CLIENT_PROGRAMS, phoneProgram, type ClientPrograms } from '../../../components/client-programs.ts'
import { PHONE, useMedia } from '../../../lib/use-media.ts'
import { usePhoneSystem } from '../../../lib/use-phone-system.ts'

/** The words after the name of an output: programs that take it, then the version where there is room. */
export function useOutputNote(): (id: OutputId, versions?: string) => string {
  const t = useTranslations('convert.target')
  const system = usePhoneSystem()
  const isPhone = useMedia(PHONE)
  return (id, versions) => {
    if (!isClientId(id)) return t(`${id}Note`)
    if (isPhone) return phoneProgram(id, system)
    const { programs, core }: ClientPrograms = CLIENT_PROGRAMS[id]
    const names = system ? phoneProgram(id, system) : programs.join(t('separator'))
    return [names, versions ?? core].filter(Boolean).join(' · ')
  }
}
