import { GitHostError } from '@switchyard/git-hosts'
import type { DecodedText } from '@switchyard/sources'
import { readTextFile, type FileFailure } from '../../lib/read-text-file.ts'
import { gitAccounts, loadGitAccounts } from '../git-accounts/browser-git-accounts.ts'
import type { FileAddress } from './place.ts'
import { placesOf } from './places.ts'

/** The text of a file where it stands now. Fails as its place does; `error`: its bytes are no text. */
export async function readPlaceText(address: FileAddress): Promise<DecodedText | { error: FileFailure }> {
  await loadGitAccounts()
  const known = gitAccounts.state.get() ?? { accounts: [], storages: [] }
  const place = placesOf(known).find(({ id }) => id === address.place)
  // Its account is gone from this device.
  if (!place) throw new GitHostError({ code: 'token-invalid' })
  const { bytes } = await place.space(address.root, address.ref).read(address.path)
  return readTextFile(new Blob([bytes]))
}
