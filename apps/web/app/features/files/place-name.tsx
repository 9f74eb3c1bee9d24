import { GIT_HOSTS, type HostFacts } from '@switchyard/git-hosts/facts'
import { useTranslations } from 'use-intl'
import { PAGES } from '../../pages.ts'
import { Icon } from '../../ui/icon.tsx'
import type { FilePlace } from './use-file-places.ts'

/** As a place is called on the screen: this device has its name from us, an account from its person. */
export function usePlaceName(): (one: FilePlace) => string {
  const t = useTranslations('files')
  return ({ place }) => (place.kind === 'device' ? t('device') : place.name)
}

/** Kinds of hosts that have a page of settings. */
export function hostsOf(host: string | undefined): readonly HostFacts[] {
  const known = GIT_HOSTS.filter(({ defaultBase }) => defaultBase !== undefined)
  return host === undefined ? known : known.filter(({ id }) => id === host)
}

export function PlaceIcon({ host }: { host: string | undefined }) {
  return (
    <Icon name={host === undefined ? 'monitor' : (PAGES.find(({ name }) => name === host)?.icon ?? 'folder-git')} />
  )
}
