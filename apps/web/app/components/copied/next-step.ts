import type { OutputId } from '@switchyard/recipe/model'
import { RUN_XRAY } from './run-xray.ts'

/** What is done with a copied text in the program that takes it. */
export type NextStep =
  /** A profile is made there, and the text is pasted into it. */
  | { way: 'local'; app: string }
  /** The text goes there as a file. */
  | { way: 'file'; app: string }
  /** A core takes it as its config. */
  | { way: 'run'; command: string }
  /** Any program that takes links reads the clipboard; without a name, there are many. */
  | { way: 'clipboard'; app?: string }

/** The program that a person has chosen. */
export interface ChosenApp {
  name: string
  /** It has no editor for a new profile. */
  takesFile?: true
  /** It is a core, and this starts it. */
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

/** Phones have other programs. */
const ON_PHONES: Readonly<Record<Device, Readonly<Partial<Record<OutputId, NextStep>>>>> = {
  android: {
    mihomo: { way: 'file', app: 'FlClash' },
    clash: { way: 'file', app: 'FlClash' },
    xray: { way: 'clipboard', app: 'v2rayNG' },
  },
  ios: {
    mihomo: { way: 'file', app: 'Stash' },
    clash: { way: 'file', app: 'Stash' },
  },
}

/** The kind of phone, by what its browser says of itself. */
export function deviceOf(userAgent: string): Device | undefined {
  if (/Android/.test(userAgent)) return 'android'
  return /iPhone|iPad/.test(userAgent) ? 'ios' : undefined
}

/** What comes after copying an output, in the chosen program or in the one that most people have. */
export function nextStep(output: OutputId, app?: ChosenApp, device?: Device): NextStep {
  const step = USUAL[output]
  if (!app) return (device && ON_PHONES[device][output]) ?? step
  const { name, takesFile, command } = app
  if (command !== undefined) return { way: 'run', command }
  if (takesFile) return { way: 'file', app: name }
  return step.way === 'clipboard' ? { way: 'clipboard', app: name } : { way: 'local', app: name }
}
