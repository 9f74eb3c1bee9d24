import { isClientId } from '@switchyard/convert/facts'
import { outputSettings, type Counts } from '@switchyard/recipe/model'
import { CLIENT_APPS } from '../../../components/client-apps.ts'
import { takenWords, type TakenWords, type TakenTranslate } from '../../../components/taken/taken-words.ts'
import { editOf } from '../session/manual-edit.ts'
import type { ConvertSession } from '../session/session.ts'

/** What was taken: the name of its client, and the name of its file if it was downloaded. */
interface Taken {
  client: string
  file: string | undefined
}

/** Says what was copied or downloaded and what to do with it. */
export function wordsAfterTake(
  { model, desk }: ConvertSession,
  { client, file }: Taken,
  t: TakenTranslate,
): TakenWords {
  const { output, app } = model
  const { result, check } = desk.state.get()
  const edit = editOf(model)
  return takenWords(t, {
    output,
    client,
    file,
    ...(edit
      ? countsIn(check?.text === edit.text ? check.outline : undefined)
      : countsIn(result && writtenIn(result.counts))),
    isList: isClientId(output) && outputSettings(model).list,
    app: CLIENT_APPS.find(({ id }) => id === app),
  })
}

const writtenIn = ({ output: nodes, notices }: Counts) => ({ nodes, notices })

/** The numbers are 0 if the text cannot be read. */
const countsIn = (written: { nodes: number; notices: number } | undefined) => ({
  entries: written?.nodes ?? 0,
  notices: written?.notices ?? 0,
})
