import type { GitRepository } from '@switchyard/git-hosts'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { localizedPath } from '../../lib/locale.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { drawQr, QrCode } from '../../ui/qr-code.tsx'
import type { FilePublished } from './publish-to-git.ts'

/** What stands in a repository now. */
export interface PublishedHere {
  outcome: FilePublished
  name: string
  path: string
  repository: GitRepository
  branch: string
  /** Where clients load it from, if they may. */
  address: string
}

const SHORT_ID = 7

/** The result: what was done, the address for clients where the repository is public, and the way to the history. */
export function GitPublished({ published, onClose }: { published: PublishedHere; onClose: () => void }) {
  const t = useTranslations('gitPublish')
  const locale = useRouteLocale()
  const isPhone = useMedia(PHONE)
  const { outcome, name, path, repository, branch, address } = published
  const isReadable = !repository.isPrivate && address !== ''
  const drawing = useMemo(() => (isReadable ? drawQr(address) : undefined), [isReadable, address])
  return (
    <Dialog
      open
      size="small"
      title={t(`done.${outcome.kind}`)}
      onClose={onClose}
      data-testid="git-published"
      footer={
        <Button look="solid" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="wrap-anywhere">
          {t('where', { path, name: repository.path, place: branch })}
          {outcome.kind !== 'unchanged' && (
            <>
              {' '}
              <code data-testid="git-commit">{outcome.commit.slice(0, SHORT_ID)}</code>
            </>
          )}
        </p>
        {isReadable ? (
          <>
            <div className="flex items-center gap-2 max-sm:flex-col max-sm:items-stretch">
              <code
                className="min-w-0 flex-1 rounded-md border border-line bg-sunken px-3 py-1.5 text-xs leading-5 break-all select-all"
                data-testid="git-address"
              >
                {address}
              </code>
              <CopyButton label={t('copy')} text={address} />
            </div>
            {drawing && !isPhone && (
              <div className="mx-auto w-48">
                <QrCode drawing={drawing} label={t('qr', { name })} />
              </div>
            )}
            <p className="text-muted">{t('anyone')}</p>
          </>
        ) : (
          <p className="text-muted">{t('private')}</p>
        )}
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          <a href={repository.webAddress} target="_blank" rel="noreferrer" className="text-link">
            {t('openRepository')}
          </a>
          <Link to={localizedPath(locale, '/settings/subscribe/history')} className="text-link" onClick={onClose}>
            {t('toHistory')}
          </Link>
        </p>
      </div>
    </Dialog>
  )
}
