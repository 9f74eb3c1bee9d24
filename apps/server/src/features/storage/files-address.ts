import type { Asked } from '../../http/asked.ts'
import { siteUrlOf } from '../../http/host-check.ts'
import type { Settings } from '../../settings.ts'

/** Where shared files are read. */
export function filesAddress(c: Asked, { FILES_URL, SITE_URL }: Pick<Settings, 'FILES_URL' | 'SITE_URL'>): string {
  return FILES_URL ?? siteUrlOf(c, SITE_URL)
}
