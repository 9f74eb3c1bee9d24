import { useEffect, useState } from 'react'
import type { ClientId } from '@switchyard/recipe/model'
import type { takenWords } from '../../components/taken/taken-words.ts'
import { saveFile } from '../../lib/save-file.ts'
import { copyText } from '../../ui/copy-button.tsx'
import { fileNameOf } from './yard-clients.ts'
import type { Yard } from './use-yard.ts'

/** A config that was copied, or downloaded under this name. */
interface Taken {
  client: ClientId
  file?: string | undefined
}

export interface Take {
  /** What was taken last, or was tried to. */
  taken: Taken | undefined
  /** Makes the words about it. They load after the first config is taken. */
  wordsFor: typeof takenWords | undefined
  making: ClientId | undefined
  /** What could not be taken. */
  failed: Taken | undefined
  onCopy: (client: ClientId) => void
  onDownload: (client: ClientId) => void
  /** Takes the last config once more, with rule lists from hosts that may be asked from now on. */
  onLists: (hosts: readonly string[]) => void
}

/** Taking a finished config. The clipboard is promised it at once: after a wait the press would not count any more. */
export function useTake({ state, config }: Yard): Take {
  const [shown, setShown] = useState<{
    taken?: Taken
    making?: ClientId
    failed?: Taken
  }>({})
  const [wordsFor, setWordsFor] = useState<typeof takenWords>()
  const { drawn, status } = state
  // What was taken of another text says nothing about this one.
  useEffect(() => setShown({}), [drawn, status])

  const take = async (taken: Taken, hosts?: readonly string[]) => {
    const { client, file } = taken
    setShown({ making: client })
    const text = () => config(client, hosts)
    try {
      if (file === undefined) await copyText(text)
      else saveFile(new Blob([await text()]), file)
    } catch {
      // Where there is no config, the result says why.
      return setShown(state.written[client]?.error ? { taken } : { failed: taken })
    }
    setShown({ taken })
    // Without the words the card still says that it is done.
    const words = await loadWords().catch(() => undefined)
    if (words) setWordsFor(() => words)
  }
  const { taken } = shown
  return {
    taken,
    wordsFor,
    making: shown.making,
    failed: shown.failed,
    onCopy: (client) => void take({ client }),
    onDownload: (client) => void take({ client, file: fileNameOf(client) }),
    onLists: (hosts) => taken && void take(taken, hosts),
  }
}

async function loadWords(): Promise<typeof takenWords> {
  return (await import('../../components/taken/taken-words.ts')).takenWords
}
