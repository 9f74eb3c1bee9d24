import type { GitHost } from '@switchyard/git-hosts'
import { Suspense, useEffect } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { changeUiSettings, uiSettings } from '../../components/kept-settings/ui-settings.ts'
import type { FileAddress } from '../../components/places/place.ts'
import { localizedPath } from '../../lib/locale.ts'
import { TokenGate } from '../../components/git-accounts/token-gate.tsx'
import { useBranches, useRepository } from '../../components/git-accounts/use-repositories.ts'
import type { GitAccount } from '../../components/git-accounts/git-account.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Pending } from '../../ui/pending.tsx'
import { BranchMenu } from './branch-menu.tsx'
import { FailureNote } from './failure-note.tsx'
import { folderAddressIn, queryOfFolder } from './folder-address.ts'
import { FolderView } from './folder-view.tsx'
import { hostsOf } from './place-name.tsx'
import { PlaceRail, PlaceSelect } from './place-rail.tsx'
import { RepositoryPicker } from './repository-picker.tsx'
import { type FilePlace, useFilePlaces } from './use-file-places.ts'
import { type GoTo, useFolderAddress } from './use-folder-address.ts'
import { gitFailureOf } from '../../components/git-accounts/git-failure-of.ts'

const StorageView = lazyPart(() => import('./storage-view.tsx').then((part) => part.StorageView))

/** A repository without commits gets its first one there. */
const FIRST_BRANCH = 'main'

interface Props {
  /** The kind of host that is shown alone. */
  host?: string
}

/** Files wherever they are kept: on this device, in repositories. Place, repository, branch and folder stand in the address. */
export function FilesScreen({ host }: Props) {
  const t = useTranslations('files')
  const places = useFilePlaces(host)
  const { address, go } = useFolderAddress()
  const shown = places?.find(({ place }) => place.id === address.place)
  useStart(places, address, go)
  return (
    <div className="files" data-testid="files">
      <h1 className="sr-only">{host === undefined ? t('title') : hostsOf(host)[0]?.name}</h1>
      <div className="flex items-center gap-2 border-b border-line px-3 py-1.5 empty:hidden lg:hidden">
        {places && places.length > 0 && (
          <PlaceSelect
            places={places}
            shown={shown?.place.id}
            onGo={(place) => go({ place, root: '', ref: '', path: '' })}
          />
        )}
        <Connect places={places ?? []} host={host} />
      </div>
      <div className="files-body">
        {places && <PlaceRail places={places} shown={shown?.place.id} host={host} />}
        {!places ? (
          <Pending />
        ) : shown ? (
          <PlaceView key={shown.place.id} at={shown} address={address} go={go} />
        ) : places.length === 0 ? (
          <div className="flex-1">
            <EmptyState icon="git-branch" title={t('connectTitle')} text={t('connectText')}>
              {hostsOf(host).map(({ id, name }) => (
                <SettingsLink key={id} host={id} label={t('connect', { host: name })} />
              ))}
            </EmptyState>
          </div>
        ) : (
          address.place !== '' && (
            <div className="flex-1">
              <EmptyState icon="circle-help" title={t('noPlaceTitle')} text={t('noPlaceText')}>
                <Button onClick={() => go({ place: places[0]!.place.id, root: '', ref: '', path: '' })}>
                  {t('toFirstPlace')}
                </Button>
              </EmptyState>
            </div>
          )
        )}
      </div>
    </div>
  )
}

/** Hosts that are not connected yet, on a narrow screen; a wide one has them in the rail. */
function Connect({ places, host }: { places: readonly FilePlace[]; host: string | undefined }) {
  const t = useTranslations('files')
  const missing = hostsOf(host).filter(({ id }) => !places.some(({ account }) => account?.host === id))
  if (places.length === 0 || missing.length === 0) return null
  const [first] = missing
  return (
    <SettingsLink host={first!.id} label={t(missing.length === 1 ? 'connect' : 'connectAny', { host: first!.name })} />
  )
}

function SettingsLink({ host, label }: { host: string; label: string }) {
  const locale = useRouteLocale()
  return (
    <Link to={localizedPath(locale, `/settings/${host}`)} className={buttonClass('outline', 'medium')}>
      {label}
    </Link>
  )
}

/** Without a place in the address: the folder that was shown last, else the first place. */
function useStart(places: readonly FilePlace[] | undefined, address: FileAddress, go: GoTo): void {
  useEffect(() => {
    if (!places) return
    if (address.place !== '') {
      if (places.some(({ place }) => place.id === address.place)) changeUiSettings({ files: queryOfFolder(address) })
      return
    }
    const last = folderAddressIn(uiSettings.get().files ?? '')
    const isThere = places.some(({ place }) => place.id === last.place)
    const [first] = places
    if (isThere) go(last, { replace: true })
    else if (first) go({ place: first.place.id, root: '', ref: '', path: '' }, { replace: true })
  }, [places, address, go])
}

interface PlaceProps {
  at: FilePlace
  address: FileAddress
  go: GoTo
}

/** A place as far as the address says it: its repositories, or one folder. */
function PlaceView({ at, address, go }: PlaceProps) {
  const { host, kind } = at.place
  if (kind === 'device')
    return <FolderView at={at} address={address} go={go} repository={undefined} isProtected={false} />
  // Without a token of this tab all that is shown asks for one.
  if (at.account && !at.isOpen)
    return (
      <div className="mx-auto w-full max-w-2xl p-4">
        <TokenGate account={at.account}>{null}</TokenGate>
      </div>
    )
  if (kind === 'storage')
    return (
      <Suspense fallback={<Pending />}>
        <StorageView at={at} address={address} go={go} />
      </Suspense>
    )
  if (!host || !at.account) return null
  if (address.root === '') return <RepositoryPicker at={at} host={host} />
  return <RepositoryView key={address.root} at={at} host={host} account={at.account} address={address} go={go} />
}

interface RepositoryProps extends PlaceProps {
  host: GitHost
  account: GitAccount
}

function RepositoryView({ at, host, account, address, go }: RepositoryProps) {
  const t = useTranslations('files')
  const { data, error, reload } = useRepository(account, address.root)
  const branches = useBranches(account, address.root)
  useEffect(() => {
    if (data && address.ref === '') go({ ...address, ref: data.defaultBranch ?? FIRST_BRANCH }, { replace: true })
  }, [data, address, go])
  const bar = (
    <div className="flex items-center gap-2 border-b border-line px-3 py-1.5">
      <Button icon="database" look="ghost" onClick={() => go({ ...address, root: '', ref: '', path: '' })}>
        {t('repositories')}
      </Button>
      <span className="min-w-0 flex-1 truncate text-sm font-medium">{address.root}</span>
      {address.ref !== '' && (
        <BranchMenu
          at={at}
          host={host}
          repository={address.root}
          branch={address.ref}
          defaultBranch={data?.defaultBranch}
          branches={branches}
          onGo={(ref) => go({ ...address, ref, path: '' })}
        />
      )}
    </div>
  )
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      {bar}
      {error !== undefined ? (
        <FailureNote failure={gitFailureOf(error)} at={at} onRetry={reload} />
      ) : address.ref === '' || !data ? (
        <Pending />
      ) : (
        <FolderView
          key={address.ref}
          at={at}
          address={address}
          go={go}
          repository={data}
          isProtected={(branches.data ?? []).some(({ name, isProtected }) => name === address.ref && isProtected)}
        />
      )}
    </div>
  )
}
