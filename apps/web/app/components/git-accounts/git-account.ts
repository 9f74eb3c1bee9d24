/** One account at a Git host, as this browser knows it. Its token is not part of it. */
export interface GitAccount {
  id: string
  /** `github`, `gitlab`, `gitee` or `gitea`: an id of `GIT_HOSTS`. */
  host: string
  /** Of the API, without `/` at its end. */
  base: string
  /** As the person calls it. */
  name: string
  /** In this tab alone, or also on this device under a passphrase. */
  tokenIsKept: boolean
  /** The person agreed that requests to this host go through our server. */
  isRelayed: boolean
  /** Where the person's files are unless said otherwise. */
  repository?: string
  branch?: string
  folder?: string
  /** With `{path}` and `{name}` in it. */
  commitMessage?: string
}
