import { BUCKET_NAME } from '@switchyard/contract/storage-paths'
import type { GitAccount } from '../../../components/git-accounts/git-account.ts'

/** What is typed of a storage service of another server. */
export interface StorageDraft {
  name: string
  base: string
  userId: string
  bucket: string
  /** '': as it was, or none yet. */
  token: string
}

export const DRAFT_FIELDS = ['name', 'base', 'userId', 'bucket', 'token'] as const

export interface StorageMistakes {
  name?: 'empty' | 'taken'
  base?: 'empty' | 'not-https' | 'not-plain'
  bucket?: 'bad'
  token?: 'empty' | 'letters'
}

/** The address of a server that a person means, without `/` at its end; undefined: no token may be sent there. */
export function serverMeant(typed: string): string | undefined {
  const text = typed.trim()
  if (!URL.canParse(text)) return undefined
  const { protocol, username, password, search, hash, origin, pathname } = new URL(text)
  if (protocol !== 'https:' || username + password + search + hash !== '') return undefined
  return origin + pathname.replace(/\/$/, '')
}

/** What is wrong with a draft, by field. `own`: the account that is changed. */
export function storageMistakes(
  { name, base, bucket, token }: StorageDraft,
  accounts: readonly GitAccount[],
  own?: GitAccount,
): StorageMistakes {
  const wanted = name.trim()
  const isTaken = accounts.some((one) => one.id !== own?.id && one.name === wanted)
  const server = serverMeant(base)
  const needsToken = own === undefined || server !== own.base
  const text = base.trim()
  return {
    ...(wanted === '' ? { name: 'empty' } : isTaken ? { name: 'taken' } : {}),
    ...(server === undefined && { base: text === '' ? 'empty' : /^http:/i.test(text) ? 'not-https' : 'not-plain' }),
    ...(!BUCKET_NAME.test(bucket.trim()) && { bucket: 'bad' }),
    // A header carries nothing else.
    ...(!/^[!-~]*$/.test(token.trim())
      ? { token: 'letters' }
      : needsToken && token.trim() === ''
        ? { token: 'empty' }
        : {}),
  }
}
