import { isClientId } from '@switchyard/convert/facts'
import type { ClientId, OutputId } from '@switchyard/recipe/model'
import { useTranslations } from 'use-intl'
import { CLIENT_PROGRAMS, phoneProgram, type ClientPrograms } from '../../../components/client-programs.ts'
import { PHONE, useMedia } from '../../../lib/use-media.ts'
import { usePhoneSystem } from '../../../lib/use-phone-system.ts'

/** The programs of a client on this device, the best known first. A window as narrow as a phone shows the program for phones. */
export function usePrograms(): (client: ClientId) => readonly string[] {
  const system = usePhoneSystem()
  const isPhone = useMedia(PHONE)
  return (client) =>
    system || isPhone ? [phoneProgram(client, system) ?? []].flat() : CLIENT_PROGRAMS[client].programs
}

/** The words after the name of an output: programs that take it, then the version where there is room. */
export function useOutputNote(): (id: OutputId, versions?: string) => string {
  const t = useTranslations('convert.target')
  const isPhone = useMedia(PHONE)
  const programs = usePrograms()
  return (id, versions) => {
    if (!isClientId(id)) return t(`${id}Note`)
    const { core }: ClientPrograms = CLIENT_PROGRAMS[id]
    return [programs(id).join(t('separator')), !isPhone && (versions ?? core)].filter(Boolean).join(' · ')
  }
}
