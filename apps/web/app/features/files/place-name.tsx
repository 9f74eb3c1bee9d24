import { GIT_HOSTS, type HostFacts } from '@switchyard/git-hosts/facts'
import { useTranslations } from 'use-intl'
import { PAGES } from '../../pages.ts'
import { Icon } from '../../ui/icon.tsx'
import type { FilePlace } from './use-file-places.ts'

/** As a place is called on the screen: those that everybody has are named by us, an account by its person. */
export function usePlaceName(): (one: FilePlace) => string {
  const t = useTranslations('files')
  return ({ place: { kind, name } }) => (name === '' && kind !== 'git' ? t(kind) : name)
}

/** Kinds of hosts that have a page of settings. */
export function hostsOf(host: string | undefined): readonly HostFacts[] {
  const known = GIT_HOSTS.filter(({ defaultBase }) => defaultBase !== undefined)
  return host === undefined ? known : known.filter(({ id }) => id === host)
}

export function PlaceIcon({ at: { place, account } }: { at: FilePlace }) {
  if (place.kind !== 'git') return <Icon name={place.kind === 'device' ? 'monitor' : 'database'} />
  return <Icon name={PAGES.find(({ name }) => name === account?.host)?.icon ?? 'folder-git'} />
}
