import type { ClientId } from '@switchyard/convert/facts'
import type { FormEdit, FormNames } from '@switchyard/convert/configs'
import { createContext, use } from 'react'
import type { Locale } from '../../../lib/locale.ts'
import type { WordedIssue } from '../../../workers/tasks/config.ts'
import type { TextPlace } from '../bench/panel.ts'

/** What every field of a form needs beside its own value. */
export interface FormContextValue {
  client: ClientId
  locale: Locale
  names: FormNames
  issues: readonly WordedIssue[]
  /** The text cannot be read: nothing can be changed. */
  isFrozen: boolean
  run: (edit: FormEdit, words: string) => void
  show: (place: TextPlace) => void
}

export const FormContext = createContext<FormContextValue | undefined>(undefined)

export function useFormContext(): FormContextValue {
  const value = use(FormContext)
  if (value === undefined) throw new Error('a field of a form stands outside of one')
  return value
}
