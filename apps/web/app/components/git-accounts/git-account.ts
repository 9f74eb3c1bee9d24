/** The `host` of an account at a storage service of another server. */
export const STORAGE_HOST = 'storage'
/** The `host` of a key to a service that makes short links. */
export const SHORT_HOST = 'short'

/** One account at a Git host or storage service, as this browser knows it. Its token is not part of it. */
export interface GitAccount {
  id: string
  /** `github`, `gitlab`, `gitee` or `gitea`: an id of `GIT_HOSTS`; `STORAGE_HOST` or `SHORT_HOST`. */
  host: string
  /** Of the API, without `/` at its end; of a storage service the address of its server, of a service of short links its own. */
  base: string
  /** As the person calls it. */
  name: string
  /** In this tab alone, or also on this device under a passphrase. */
  tokenIsKept: boolean
  /** The person agreed that requests to this host go through our server. */
  isRelayed: boolean
  /** Where the person's files are unless said otherwise; of a storage service its bucket. */
  repository?: string
  branch?: string
  folder?: string
  /** With `{path}` and `{name}` in it. */
  commitMessage?: string
  /** Who the person is at a storage service. */
  userId?: string
}
