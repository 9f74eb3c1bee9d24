import type { OutputId } from '@switchyard/recipe/model'
import { phoneSystemOf, type PhoneSystem } from '../../lib/phone-system.ts'
import { CLIENT_PROGRAMS, type ClientPrograms } from '../client-programs.ts'
import { RUN_XRAY } from './run-xray.ts'

/** What the user does with the copied text in another program. */
export type NextStep =
  /** The user makes a profile and pastes the text into it. */
  | { way: 'local'; app: string }
  /** The program imports a file. */
  | { way: 'file'; app: string }
  /** The user starts a core with the text as its config. */
  | { way: 'run'; command: string }
  /** The program reads links from the clipboard. Absent name: many programs do. */
  | { way: 'clipboard'; app?: string }

/** The program that a person has chosen. */
export interface ChosenApp {
  name: string
  /** It imports profiles as files only. */
  takesFile?: true
  /** The command that starts it, if it is a core. */
  command?: string
}

const PROGRAMS: Readonly<Partial<Record<OutputId, ClientPrograms>>> = CLIENT_PROGRAMS

const USUAL: Readonly<Record<OutputId, NextStep>> = {
  mihomo: { way: 'local', app: CLIENT_PROGRAMS.mihomo.programs[0] },
  clash: { way: 'file', app: CLIENT_PROGRAMS.clash.programs[0] },
  // Each system of a computer has its own program for sing-box. The name sing-box fits all of them.
  singbox: { way: 'local', app: 'sing-box' },
  xray: { way: 'run', command: RUN_XRAY },
  links: { way: 'clipboard' },
  base64: { way: 'clipboard' },
}

/** How the program for a phone takes a config. */
const WAYS_ON_PHONES: Readonly<Partial<Record<OutputId, 'file' | 'local' | 'clipboard'>>> = {
  mihomo: 'file',
  clash: 'file',
  singbox: 'local',
  xray: 'clipboard',
}

/** Whether the chosen program reads only files. If a person chose none, this is about the usual program on this phone. */
export function needsFile(output: OutputId, app?: ChosenApp, system = phoneSystemOf(navigator)): boolean {
  return (app ?? system) !== undefined && nextStep(output, app, system)?.way === 'file'
}

/**
 * The step after a copy. Without a chosen program it names one that many people have. Undefined: no program on this phone
 * takes the config.
 */
export function nextStep(output: OutputId, app?: ChosenApp, system?: PhoneSystem): NextStep | undefined {
  const step = USUAL[output]
  const way = WAYS_ON_PHONES[output]
  if (!app && system && way) {
    const onPhone = PROGRAMS[output]?.onPhone[system]
    return onPhone === undefined ? undefined : { way, app: onPhone }
  }
  if (!app) return step
  const { name, takesFile, command } = app
  if (command !== undefined) return { way: 'run', command }
  if (takesFile) return { way: 'file', app: name }
  return step.way === 'clipboard' ? { way: 'clipboard', app: name } : { way: 'local', app: name }
}
