/** `https://a.example/b` is the host `a.example` and the path `/b`; an address of this site has no host. */
export function hostAndPath(address: string): { host?: string; path: string } {
  const [, host, path] = /^https?:\/\/([^/?]+)(.*)$/s.exec(address) ?? []
  return host === undefined ? { path: address } : { host, path: path ?? '' }
}
