import { useEffect, useState } from 'react'
import type { ClientId } from '@switchyard/recipe/model'
import type { copiedWords } from '../../components/copied/copied-words.ts'
import { saveFile } from '../../lib/save-file.ts'
import { copyText } from '../../ui/copy-button.tsx'
import type { Yard } from './use-yard.ts'

export interface Copy {
  /** Whose config was copied last, or was tried to. */
  copied: ClientId | undefined
  /** Makes the words about a copy. They load after the first copy. */
  wordsFor: typeof copiedWords | undefined
  making: ClientId | undefined
  failed: boolean
  onCopy: (client: ClientId) => void
  onDownload: (client: ClientId, file: string) => void
  /** The same once more, with rule lists from hosts that may be asked from now on. */
  onLists: (client: ClientId, hosts: readonly string[]) => void
}

/** Copying a finished config. The clipboard is promised it at once: after a wait the press would not count any more. */
export function useCopy({ state, config }: Yard): Copy {
  const [shown, setShown] = useState<{
    copied?: ClientId
    making?: ClientId
    failed?: boolean
  }>({})
  const [wordsFor, setWordsFor] = useState<typeof copiedWords>()
  const { drawn, status } = state
  // What was copied of another text says nothing about this one.
  useEffect(() => setShown({}), [drawn, status])

  // Where there is no config, the result says why.
  const giveUp = (client: ClientId) => setShown(state.written[client]?.error ? { copied: client } : { failed: true })
  const start = (client: ClientId, hosts?: readonly string[]) => {
    setShown({ making: client })
    copyText(() => config(client, hosts)).then(
      () => {
        setShown({ copied: client })
        loadWords().then(
          (words) => setWordsFor(() => words),
          // Without the words the card still says that it is copied.
          () => undefined,
        )
      },
      () => giveUp(client),
    )
  }
  return {
    copied: shown.copied,
    wordsFor,
    making: shown.making,
    failed: shown.failed === true,
    onCopy: (client) => start(client),
    onDownload: (client, file) =>
      void config(client).then(
        (text) => saveFile(new Blob([text]), file),
        () => giveUp(client),
      ),
    onLists: start,
  }
}

async function loadWords(): Promise<typeof copiedWords> {
  return (await import('../../components/copied/copied-words.ts')).copiedWords
}
