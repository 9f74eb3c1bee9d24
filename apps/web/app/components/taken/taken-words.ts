import type { useTranslations } from 'use-intl'
import { isClientId, outputFacts } from '@switchyard/convert/facts'
import type { OutputId } from '@switchyard/recipe/model'
import { phoneSystemOf } from '../../lib/phone-system.ts'
import { nextStep, type ChosenApp, type NextStep } from './next-step.ts'

export type TakenTranslate = ReturnType<typeof useTranslations<'taken'>>

export interface Taken {
  output: OutputId
  /** The name of the client. */
  client: string
  /** The number of entries in the text. 0: they were not counted. */
  entries: number
  /** How many of the entries are notices. */
  notices: number
  /** The text has only nodes. No program can use it as a config. */
  isList?: boolean
  app?: ChosenApp | undefined
  /** The name of the file, if the text was downloaded and not copied. */
  file?: string | undefined
}

export interface TakenWords {
  done: string
  /** What to do next. */
  next: string
  /** The program imports files. A download helps more than a copy. */
  isFile: boolean
}

/** Says what was copied or downloaded and what to do next. */
export function takenWords(t: TakenTranslate, taken: Taken): TakenWords {
  const { output, entries, notices, isList, app, file } = taken
  const step = nextStep(output, app, phoneSystemOf(navigator))
  const about = { name: nameOf(t, taken), entries, nodes: entries - notices, notices }
  const isFile = !isList && step?.way === 'file'
  if (file !== undefined)
    return { done: t('saved', about), next: isFile ? t('import', { app: step.app, file }) : '', isFile: false }
  return {
    done: t('done', about),
    next: isList || !step ? '' : wordsOf(t, output, step),
    isFile,
  }
}

function nameOf(t: TakenTranslate, { output, client, isList }: Taken): string {
  if (!isClientId(output)) return t(output)
  return isList ? t('list', { client }) : client
}

function wordsOf(t: TakenTranslate, output: OutputId, step: NextStep): string {
  switch (step.way) {
    case 'local':
      return t('local', { app: step.app })
    case 'file':
      return t('file', { app: step.app, file: `.${outputFacts(output).file.extension}` })
    case 'run':
      return t('run', { command: step.command })
    case 'clipboard':
      return step.app === undefined ? t('clipboardAny') : t('clipboard', { app: step.app })
  }
}
