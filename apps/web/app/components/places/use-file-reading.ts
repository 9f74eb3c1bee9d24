import type { GitFailure } from '@switchyard/git-hosts'
import type { DecodedText } from '@switchyard/sources'
import { type FormEvent, useEffect, useState } from 'react'
import type { FileFailure } from '../../lib/read-text-file.ts'
import { gitFailureOf } from '../git-accounts/git-failure-of.ts'
import type { FileAddress } from './place.ts'
import { readPlaceText } from './read-place-text.ts'

interface Given {
  onCanRead: (canRead: boolean) => void
  onRead: (text: DecodedText, address: FileAddress) => void
  onClose: () => void
}

/** Reads the file of a form when the form is sent, and says why it could not. `address`: undefined while none is chosen. */
export function useFileReading(address: FileAddress | undefined, { onCanRead, onRead, onClose }: Given) {
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<{ place: GitFailure } | { file: FileFailure }>()
  const canRead = address !== undefined && !isBusy
  useEffect(() => onCanRead(canRead), [onCanRead, canRead])
  const read = async (event: FormEvent) => {
    event.preventDefault()
    if (!address || isBusy) return
    setBusy(true)
    setFailed(undefined)
    try {
      const text = await readPlaceText(address)
      if ('error' in text) setFailed({ file: text.error })
      else {
        onRead(text, address)
        return onClose()
      }
    } catch (error) {
      setFailed({ place: gitFailureOf(error) })
    }
    setBusy(false)
  }
  return { failed, forget: () => setFailed(undefined), onSubmit: (event: FormEvent) => void read(event) }
}
