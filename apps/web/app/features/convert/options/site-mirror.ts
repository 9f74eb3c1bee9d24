import { serverMirror } from '@switchyard/convert/facts'

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** The mirror of rule lists that this server itself is; undefined where other devices do not reach it. */
export function siteMirror(siteUrl: string): string | undefined {
  const site = URL.parse(siteUrl)
  return site && !LOOPBACK.test(site.hostname) ? serverMirror(siteUrl) : undefined
}
