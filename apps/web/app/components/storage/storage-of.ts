import { GitHostError } from '@switchyard/git-hosts/writes'
import { requestAnswer } from '../../lib/request.ts'
import { askToSignIn } from '../../lib/sign-in-request.ts'
import { gitAccounts } from '../git-accounts/browser-git-accounts.ts'
import type { GitAccount } from '../git-accounts/git-account.ts'
import { allAccounts } from '../git-accounts/git-accounts.ts'
import { fetchBytes } from '../engine/fetch-client.ts'
import { createStorageClient, type StorageClient, type StorageFetch } from './storage-client.ts'

const WITHOUT_BODY: ReadonlySet<number> = new Set([101, 204, 205, 304])

const NOT_SIGNED_IN = 401

/** That of our own server, by the session of this browser. Who is not signed in is asked to, once. */
export const ownStorage: StorageClient = createStorageClient(async (path, { signal, onProgress, ...request }) => {
  const ask = () => requestAnswer(path, { ...request, ...(signal && { signal }), ...(onProgress && { onProgress }) })
  try {
    const answer = await ask()
    return answer.status === NOT_SIGNED_IN && (await askToSignIn()) ? await ask() : answer
  } catch (error) {
    signal?.throwIfAborted()
    throw new GitHostError({ code: 'host-unreachable' }, error)
  }
})

/** The storage of an account as it is now, with its token as this tab has it; without an account that of our own server. */
export function storageOf(account: GitAccount | undefined): StorageClient {
  if (!account) return ownStorage
  const known = gitAccounts.state.get()
  const now = (known && allAccounts(known).find(({ id }) => id === account.id)) ?? account
  return storageWith(now.base, gitAccounts.tokenOf(now))
}

/** That of another server, by a token: asked by the worker that may reach other sites. */
export function storageWith(base: string, token: string | undefined): StorageClient {
  const ask: StorageFetch = async (path, { method, headers, body, signal }) => {
    if (!token) throw new GitHostError({ code: 'token-invalid' })
    const answer = await fetchBytes(
      {
        address: base + path,
        method,
        headers: { ...headers, authorization: `Bearer ${token}` },
        ...(body !== undefined && { body }),
        isLook: false,
      },
      signal,
    )
    signal?.throwIfAborted()
    if ('error' in answer) {
      if (answer.error === 'too-large') throw new GitHostError({ code: 'too-large' })
      throw new GitHostError({ code: await whyRefused(base) })
    }
    return new Response(WITHOUT_BODY.has(answer.status) ? null : answer.bytes, {
      status: answer.status || 502,
      headers: answer.headers,
    })
  }
  return createStorageClient(ask)
}

/** A browser does not say why a request failed. Whether anybody is there is seen without reading the answer. */
async function whyRefused(base: string): Promise<'host-refuses-browsers' | 'host-unreachable'> {
  const look = await fetchBytes({ address: `${base}/healthz`, method: 'HEAD', headers: {}, isLook: true })
  return 'error' in look ? 'host-unreachable' : 'host-refuses-browsers'
}
