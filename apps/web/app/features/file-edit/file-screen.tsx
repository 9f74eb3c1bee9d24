import { type ComponentType, Suspense, useEffect, useMemo, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { fileAddressIn, fileNameOf, queryOfFile } from '../../components/file-save/file-address.ts'
import { useFailureSentence } from '../../components/file-save/use-failure-sentence.ts'
import { usePlaceAccount } from '../../components/file-save/use-place-account.ts'
import { usePlaceName } from '../../components/file-save/use-place-name.ts'
import type { GitAccount } from '../../components/git-accounts/git-account.ts'
import { GitFailureNote } from '../../components/git-accounts/git-failure-note.tsx'
import { TokenGate } from '../../components/git-accounts/token-gate.tsx'
import type { FileAddress, Place } from '../../components/places/place.ts'
import { usePlaces } from '../../components/places/places.ts'
import { OWN_STORAGE_ID } from '../../components/places/storage-place.ts'
import { barePath, localizedPath } from '../../lib/locale.ts'
import { usePageName } from '../../lib/page-name.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useStore } from '../../lib/store.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Pending } from '../../ui/pending.tsx'
import { fileSession, type FileSession, type FileState, holdSession } from './file-session.ts'

const SignInFirst = lazyPart(() =>
  import('../../components/storage/sign-in-first.tsx').then((part) => part.SignInFirst),
)

/** The editors of one file: with what is typed one goes from one to the other. */
type FileDoor = 'file-edit' | 'object-edit'

export interface FileBodyProps {
  session: FileSession
  state: FileState
}

interface Props {
  door: FileDoor
  Body: ComponentType<FileBodyProps>
}

const isEditor = (pathname: string) => ['/file-edit', '/object-edit'].includes(barePath(pathname))

/** One file of a place, as its address says. The address holds nothing of what is in the file. */
export function FileScreen({ door, Body }: Props) {
  const t = useTranslations('fileEdit')
  const { search } = useLocation()
  const places = usePlaces()
  const asked = useMemo(() => fileAddressIn(search), [search])
  const place = places?.find(({ id }) => id === asked?.place)
  const { account, isOpen } = usePlaceAccount(place)
  return (
    <div className="file-edit" data-testid={door}>
      <h1 className="sr-only">{t(`door.${door}`)}</h1>
      {asked === undefined ? (
        <Nowhere why="noAddress" />
      ) : places === undefined ? (
        <Pending />
      ) : place === undefined ? (
        <Nowhere why="noPlace" />
      ) : account && !isOpen ? (
        <div className="mx-auto w-full max-w-2xl p-4">
          <TokenGate account={account}>{null}</TokenGate>
        </div>
      ) : place.kind === 'git' && asked.ref === '' ? (
        <DefaultBranch key={search} place={place} address={asked} />
      ) : place.id === OWN_STORAGE_ID ? (
        <Suspense fallback={<Pending />}>
          <SignInFirst>
            <OpenFile key={queryOfFile(asked)} place={place} account={account} address={asked} Body={Body} />
          </SignInFirst>
        </Suspense>
      ) : (
        <OpenFile key={queryOfFile(asked)} place={place} account={account} address={asked} Body={Body} />
      )}
    </div>
  )
}

/** No file can be shown, and where files are. */
function Nowhere({ why }: { why: 'noAddress' | 'noPlace' }) {
  const t = useTranslations('fileEdit')
  const locale = useRouteLocale()
  return (
    <EmptyState icon="file-text" title={t(`${why}.title`)} text={t(`${why}.text`)}>
      <Link className={buttonClass('solid')} to={localizedPath(locale, '/files')}>
        {t('toFiles')}
      </Link>
      {why === 'noPlace' && (
        <Link className={buttonClass()} to={localizedPath(locale, '/settings')}>
          {t('toSettings')}
        </Link>
      )}
    </EmptyState>
  )
}

/** The address names no branch: it becomes that of the default one. */
function DefaultBranch({ place, address }: { place: Place; address: FileAddress }) {
  const navigate = useNavigate()
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    let isWanted = true
    place.host?.repository(address.root).then(
      ({ defaultBranch = 'main' }) => {
        if (isWanted) void navigate(`?${queryOfFile({ ...address, ref: defaultBranch })}`, { replace: true })
      },
      (error: unknown) => isWanted && setFailure(error),
    )
    return () => {
      isWanted = false
    }
  }, [place, address, navigate])
  // The file says better what is wrong with the place.
  if (failure) return <Nowhere why="noPlace" />
  return <Pending />
}

interface OpenProps extends Pick<Props, 'Body'> {
  place: Place
  account: GitAccount | undefined
  address: FileAddress
}

function OpenFile({ place, account, address, Body }: OpenProps) {
  const t = useTranslations('fileEdit')
  // A place that is listed anew is the same place.
  const [session] = useState(() => fileSession(place, address))
  useEffect(() => holdSession(session), [session])
  const state = useStore(session.state)
  const { phase, failure, noText, bytes } = state
  const name = fileNameOf(address.path)
  usePageName(session.isDirty ? `● ${name}` : name)
  const sentence = useFailureSentence()
  const nameOf = usePlaceName()
  if (phase === 'loading') return <Pending />
  if (phase === 'failed' && failure && account)
    return (
      <div className="mx-auto w-full max-w-2xl p-4">
        <p className="mb-3 font-medium">{t('failed', { name })}</p>
        <GitFailureNote failure={failure} account={account} onRetry={() => void session.load()} />
      </div>
    )
  if (phase === 'failed' && failure)
    return (
      <EmptyState icon="circle-alert" title={t('failed', { name })} text={sentence(failure, nameOf(place))}>
        <Button look="solid" onClick={() => void session.load()}>
          {t('again')}
        </Button>
      </EmptyState>
    )
  if (phase === 'no-text' && noText)
    return (
      <EmptyState icon="binary" title={name} text={t(`noText.${noText}`)}>
        {bytes && (
          <Button look="solid" icon="download" onClick={() => saveFile(new Blob([bytes]), name)}>
            {t('download')}
          </Button>
        )}
      </EmptyState>
    )
  return (
    <>
      <LeaveGuard isDirty={session.isDirty} isKeptAt={(pathname) => session.isCarried || isEditor(pathname)} />
      <p className="sr-only" role="status">
        {session.isDirty ? t('dirty') : ''}
      </p>
      <Suspense fallback={<Pending />}>
        <Body session={session} state={state} />
      </Suspense>
    </>
  )
}
