import type { FormEdit, FormSectionId } from '@switchyard/convert/configs'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type ConfigEngineApi, unlessDropped } from '../../../components/engine/config-engine.ts'
import { useRouteLocale } from '../../../lib/use-route-locale.ts'
import type { FormView } from '../../../workers/tasks/config-form.ts'
import type { BenchPanelProps } from '../bench/panel.ts'
import { openAgain, type OpenPart } from './open-part.ts'

/** The form follows the text once nothing was typed for so long. */
const SETTLED_MS = 200

/** Where one is in the form. */
interface FormPlace {
  section: FormSectionId
  open?: OpenPart | undefined
}

/** A view, and the text that it is of. */
interface Shown {
  of: string
  view: FormView
}

/** What a form is made of: what it shows, where one is in it, and how it is changed. */
export interface FormState {
  /** Undefined before the first answer. While the text cannot be read, of the text as it was before. */
  view: FormView | undefined
  /** Why the text cannot be read now. */
  unread: FormView['unread']
  place: FormPlace
  /** There was no answer. */
  hasFailed: boolean
  retry: () => void
  /** Why the last edit was not made, and what else it changed. */
  refused: readonly string[]
  notes: readonly string[]
  /** Goes up when an edit was not made: fields show again what stands in the text. */
  attempt: number
  go: (place: FormPlace) => void
  /** Makes an edit; `words` say what it did. */
  run: (edit: FormEdit, words: string) => void
  dismiss: () => void
}

/** The config as a form, renewed when its text changes. */
export function useForm({ config, issues, change, ask }: BenchPanelProps): FormState {
  const t = useTranslations('formEditor')
  const locale = useRouteLocale()
  const { text, client, version } = config
  const [place, setPlace] = useState<FormPlace>({ section: 'general' })
  const [shown, setShown] = useState<Shown>()
  const [unread, setUnread] = useState<FormView['unread']>()
  const [tries, setTries] = useState({ count: 0, hasFailed: false })
  const [outcome, setOutcome] = useState<Pick<FormState, 'refused' | 'notes' | 'attempt'>>(NO_OUTCOME)
  /** The text that the next edit is made of: what is shown, or what the edit before it made. */
  const base = useRef(text)
  const waiting = useRef(0)
  const queue = useRef<Promise<void>>(Promise.resolve())
  const options = version === undefined ? { client } : { client, version }

  /** The answer, asked for once more where the worker ended first: a question of somebody else may have stopped it. */
  const again = async <T>(question: (api: ConfigEngineApi) => T) =>
    (await ask(question).catch(unlessDropped)) ?? (await ask(question).catch(unlessDropped))

  const { section, open } = place
  const path = open?.path
  const group = open?.kind === 'group' ? open.name : undefined
  const wish = JSON.stringify({ section, path, group })
  const load = useEffectEvent(async (signal: AbortSignal) => {
    const found = issues?.map(({ path, severity }) => ({ path, severity })) ?? []
    const asked = { section, open: path, group, issues: found }
    // Asked without the signal: a view is made in less time than a worker that is stopped needs to start.
    const view = await again((api) => (signal.aborted ? undefined : api.formView(text, options, asked, locale)))
    if (signal.aborted) return
    // Every client whose configs have a form has a view: without one the worker ended.
    if ((view === undefined) !== tries.hasFailed) setTries(({ count }) => ({ count, hasFailed: view === undefined }))
    if (!view) return
    setUnread(view.unread)
    if (view.unread) return
    if (waiting.current === 0) base.current = text
    const there = open && openAgain(open, view.section)
    // What was open stands elsewhere now, or is gone.
    if (open && there !== open) setPlace({ section, open: there })
    else setShown({ of: text, view })
  })
  useEffect(() => {
    const ended = new AbortController()
    // What the form did itself is shown at once.
    const isOwn = text === base.current
    const timer = setTimeout(() => void load(ended.signal), isOwn ? 0 : SETTLED_MS)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [text, client, version, wish, issues, locale, tries.count])

  const refuse = (refused: readonly string[]) => setOutcome(({ attempt }) => ({ refused, notes: [], attempt: attempt + 1 })) // oxfmt-ignore
  const make = async (edit: FormEdit, words: string) => {
    const of = base.current
    const edited = await again((api) => api.formEdit(of, options, edit, locale))
    if (!edited) return refuse([t('notMade')])
    if ('refused' in edited) return refuse(edited.refused)
    if (edited.text === of) return
    if (!change(of, edited.text, words)) return refuse([t('movedOn')])
    base.current = edited.text
    setOutcome(({ attempt }) => ({ refused: [], notes: edited.notes, attempt }))
    if (edit.kind === 'add-part' && edited.added)
      setPlace({ section, open: { path: edited.added, kind: edit.of, name: undefined } })
    if (edit.kind === 'rename') setPlace((now) => ({ ...now, ...(now.open && { open: { ...now.open, name: edit.to } }) })) // oxfmt-ignore
  }

  return {
    view: shown?.view,
    unread,
    place,
    hasFailed: tries.hasFailed,
    retry: () => setTries(({ count }) => ({ count: count + 1, hasFailed: false })),
    ...outcome,
    go: (next) => {
      setOutcome(({ attempt }) => ({ refused: [], notes: [], attempt }))
      setPlace(next)
    },
    run(edit, words) {
      // Places in lists are those of the text that is shown: after one change the next one waits for them.
      const isAboutPlaces = !['set', 'add-key', 'remove-key', 'rename'].includes(edit.kind)
      if (isAboutPlaces && (waiting.current > 0 || base.current !== shown?.of)) return
      waiting.current++
      queue.current = queue.current.then(() => make(edit, words)).finally(() => waiting.current--)
    },
    dismiss: () => setOutcome(({ attempt }) => ({ refused: [], notes: [], attempt })),
  }
}

const NO_OUTCOME = { refused: [], notes: [], attempt: 0 }
