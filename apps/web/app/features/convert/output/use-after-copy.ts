import { isClientId } from '@switchyard/convert/facts'
import { useTranslations } from 'use-intl'
import { outputSettings, type BuildResult } from '@switchyard/recipe/model'
import type { ChosenApp } from '../../../components/copied/next-step.ts'
import { noticesIn } from '../../../components/copied/notices-in.ts'
import { useCopiedWords, type CopiedWords } from '../../../components/copied/use-copied-words.ts'
import { showToast } from '../../../lib/toasts.ts'
import { useForAWhile } from '../../../ui/use-for-a-while.ts'
import type { ManualEdit } from '../session/model.ts'
import { useSession, useStatePart } from '../session/use-convert.ts'
import { useShown } from './use-shown.ts'

/** Two sentences are read in this time. */
const SAID_MS = 12_000

/** What the words are about. */
interface Text {
  result: BuildResult | undefined
  edit: ManualEdit | undefined
}

/**
 * Words for what was copied and what to do with it next. They go when the text becomes another one. `inToast`: there is no
 * room for them beside the button.
 */
export function useAfterCopy(inToast: boolean): { words: CopiedWords | undefined; say: () => Promise<void> } {
  const t = useTranslations('convert.target')
  const session = useSession()
  const wordsFor = useCopiedWords()
  const result = useStatePart(({ result }) => result)
  const { edit, outline } = useShown()
  const [said, setSaid] = useForAWhile<Text & { words: CopiedWords }>(SAID_MS)

  const say = async () => {
    const { model } = session
    const words = wordsFor({
      output: model.output,
      client: t(model.output),
      ...(edit ? countsOfEdit(outline) : countsOf(result)),
      isList: isClientId(model.output) && outputSettings(model).list,
      app: await appOf(model.app),
    })
    if (inToast) showToast({ kind: 'success', text: `${words.done}\n${words.next}`.trim(), timeMs: SAID_MS })
    else setSaid({ words, result, edit })
  }
  const isOfText = said?.result === result && said?.edit === edit
  return { words: isOfText ? said?.words : undefined, say }
}

const countsOf = (result: BuildResult | undefined) => ({
  entries: result?.counts.output ?? 0,
  notices: result ? noticesIn(result) : 0,
})

/** Nothing is counted where the edited text cannot be read. */
const countsOfEdit = (outline: BuildResult['outline']) => ({
  entries: outline?.nodes ?? 0,
  notices: outline?.notices ?? 0,
})

/** The apps are many, and few people choose one. Where their list does not load, none is named. */
async function appOf(id: string | undefined): Promise<ChosenApp | undefined> {
  if (id === undefined) return undefined
  const apps = await import('./client-apps.ts').catch(() => undefined)
  return apps?.CLIENT_APPS.find((app) => app.id === id)
}
