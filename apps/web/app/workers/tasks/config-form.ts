import {
  type ConfigForm,
  editForm,
  type FormEdit,
  type FormFields,
  type FormNames,
  type FormSection,
  type FormSectionId,
  type FormSectionView,
  type GroupPreview,
  openForm,
} from '@switchyard/convert/configs'
import { type Lang, wordIssue } from '@switchyard/locale'
import type { ConfigOptions } from './config.ts'

type FormPath = FormFields['path']

/** What of a form is looked at. */
export interface FormWish {
  section: FormSectionId
  /** The part that is open, by its path. */
  open?: FormPath | undefined
  /** The group whose members are shown. */
  group?: string | undefined
  /** What `check` says: paths and severities. */
  issues: readonly { path: string; severity: string }[]
}

/** How many issues stand in a section. */
export interface SectionIssues {
  errors: number
  warnings: number
}

/** A config as its form shows it. */
export interface FormView {
  /** Why the text has no form now, and where. */
  unread?: { message: string; line: number; column: number }
  sections: (FormSection & SectionIssues)[]
  section: FormSectionView
  fields?: FormFields
  names: FormNames
  members?: GroupPreview
}

/** The text after an edit, or why it was not made, in words. */
export type EditedForm = { text: string; notes: string[]; added?: FormPath } | { refused: string[] }

type FormClient = Required<Pick<ConfigOptions, 'client'>> & ConfigOptions

let opened: { text: string; client: string; version: string | undefined; form: ConfigForm | undefined } | undefined

/** A text is opened once for the questions that follow one another. */
function formOf(text: string, { client, version }: FormClient): ConfigForm | undefined {
  const isSame = opened?.text === text && opened.client === client && opened.version === version
  if (opened === undefined || !isSame) opened = { text, client, version, form: openForm(text, { client, version }) }
  return opened.form
}

/** A config as a form: what the page shows of it, and edits. */
export const configForm = {
  /** One section, and what is open in it; undefined where the client's configs have no form. */
  formView(text: string, options: FormClient, wish: FormWish, lang: Lang): FormView | undefined {
    const form = formOf(text, options)
    if (form === undefined) return undefined
    const { issue } = form
    const found = new Map<FormSectionId, SectionIssues>()
    for (const { path, severity } of wish.issues) {
      const id = form.sectionOf(path)
      if (id === undefined) continue
      const { errors, warnings } = found.get(id) ?? { errors: 0, warnings: 0 }
      found.set(id, { errors: errors + (severity === 'error' ? 1 : 0), warnings: warnings + (severity === 'warning' ? 1 : 0) }) // oxfmt-ignore
    }
    const members = wish.group === undefined ? undefined : form.membersOf(wish.group)
    return {
      ...(issue && {
        unread: {
          message: wordIssue({ code: issue.code, severity: 'error', args: issue.args }, lang, options),
          line: issue.line,
          column: issue.column,
        },
      }),
      sections: form
        .sections()
        .map((section) => Object.assign({ errors: 0, warnings: 0 }, section, found.get(section.id))),
      section: form.section(wish.section),
      ...(wish.open && { fields: form.fields(wish.open) }),
      names: form.names(),
      ...(members && { members }),
    }
  },

  /** The text after an edit of its form. */
  async formEdit(text: string, options: FormClient, edit: FormEdit, lang: Lang): Promise<EditedForm | undefined> {
    const form = formOf(text, options)
    if (form === undefined) return undefined
    const change = await editForm(form, edit)
    if ('refused' in change) return { refused: change.refused.map((issue) => wordIssue(issue, lang, options)) }
    const notes = change.notes.map((issue) => wordIssue(issue, lang, options))
    return { text: change.text, notes, ...(change.added && { added: change.added }) }
  },
}
