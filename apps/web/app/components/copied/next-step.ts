import type { OutputId } from '@switchyard/recipe/model'

/** What is done with a copied text in the program that takes it. */
export type NextStep =
  /** A profile is made there, and the text is pasted into it. */
  | { way: 'local'; app: string }
  /** The text goes there as a file with this ending. */
  | { way: 'file'; app: string; file: string }
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

interface Usual {
  step: NextStep
  /** The ending of the file. */
  file: string
}

const USUAL: Readonly<Record<OutputId, Usual>> = {
  mihomo: { step: { way: 'local', app: 'Clash Verge' }, file: '.yaml' },
  clash: { step: { way: 'file', app: 'Clash for Windows', file: '.yaml' }, file: '.yaml' },
  singbox: { step: { way: 'local', app: 'sing-box' }, file: '.json' },
  xray: { step: { way: 'run', command: 'xray run -c config.json' }, file: '.json' },
  links: { step: { way: 'clipboard' }, file: '.txt' },
  base64: { step: { way: 'clipboard' }, file: '.txt' },
}

type Device = 'android' | 'ios'

/** Phones have other programs. */
const ON_PHONES: Readonly<Record<Device, Readonly<Partial<Record<OutputId, NextStep>>>>> = {
  android: {
    mihomo: { way: 'file', app: 'FlClash', file: '.yaml' },
    clash: { way: 'file', app: 'FlClash', file: '.yaml' },
    xray: { way: 'clipboard', app: 'v2rayNG' },
  },
  ios: {
    mihomo: { way: 'file', app: 'Stash', file: '.yaml' },
    clash: { way: 'file', app: 'Stash', file: '.yaml' },
  },
}

/** The kind of phone, by what its browser says of itself. */
export function deviceOf(userAgent: string): Device | undefined {
  if (/Android/.test(userAgent)) return 'android'
  return /iPhone|iPad/.test(userAgent) ? 'ios' : undefined
}

/** What comes after copying an output, in the chosen program or in the one that most people have. */
export function nextStep(output: OutputId, app?: ChosenApp, device?: Device): NextStep {
  const { step, file } = USUAL[output]
  if (!app) return (device && ON_PHONES[device][output]) ?? step
  const { name, takesFile, command } = app
  if (command !== undefined) return { way: 'run', command }
  if (takesFile) return { way: 'file', app: name, file }
  return step.way === 'clipboard' ? { way: 'clipboard', app: name } : { way: 'local', app: name }
}
