import type { OutputId } from '@switchyard/recipe/model'
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

const USUAL: Readonly<Record<OutputId, NextStep>> = {
  mihomo: { way: 'local', app: 'Clash Verge' },
  clash: { way: 'file', app: 'Clash for Windows' },
  singbox: { way: 'local', app: 'sing-box' },
  xray: { way: 'run', command: RUN_XRAY },
  links: { way: 'clipboard' },
  base64: { way: 'clipboard' },
}

type Device = 'android' | 'ios'

/** The steps on phones. They differ, because phones have other programs. */
const ON_PHONES: Readonly<Record<Device, Readonly<Partial<Record<OutputId, NextStep>>>>> = {
  android: {
    mihomo: { way: 'file', app: 'FlClash' },
    clash: { way: 'file', app: 'Clash for Android' },
    xray: { way: 'clipboard', app: 'v2rayNG' },
  },
  ios: {
    mihomo: { way: 'file', app: 'Stash' },
    clash: { way: 'file', app: 'Stash' },
  },
}

/** The kind of phone. Its browser names it in the user agent. */
export function deviceOf(userAgent: string): Device | undefined {
  if (/Android/.test(userAgent)) return 'android'
  return /iPhone|iPad/.test(userAgent) ? 'ios' : undefined
}

/** Whether the program reads only files. Without a chosen program, the usual program on this phone decides. */
export function needsFile(output: OutputId, app?: ChosenApp, device = deviceOf(navigator.userAgent)): boolean {
  return (app ?? device) !== undefined && nextStep(output, app, device).way === 'file'
}

/** The step after a copy. Without a chosen program it names one that many people have. */
export function nextStep(output: OutputId, app?: ChosenApp, device?: Device): NextStep {
  const step = USUAL[output]
  if (!app) return (device && ON_PHONES[device][output]) ?? step
  const { name, takesFile, command } = app
  if (command !== undefined) return { way: 'run', command }
  if (takesFile) return { way: 'file', app: name }
  return step.way === 'clipboard' ? { way: 'clipboard', app: name } : { way: 'local', app: name }
}
