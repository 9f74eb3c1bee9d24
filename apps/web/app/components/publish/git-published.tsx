import type { OutputId } from '@switchyard/convert'
import type { GitRepository } from '@switchyard/git-hosts'
import { useTranslations } from 'use-intl'
import { AddressCard, ImportApps } from './address-card.tsx'
import { importLinks, linksFor } from './import-links.ts'
import type { FilePublished } from './publish-file.ts'
import { PublishedFrame } from './publish-frame.tsx'

/** What stands in a repository now. */
export interface PublishedHere {
  outcome: FilePublished
  name: string
  client: OutputId
  path: string
  repository: GitRepository
  branch: string
  /** Where clients load it from, if they may. */
  address: string
}

const SHORT_ID = 7

/** The result: what was done, the address for clients where the repository is public, and the way to the history. */
export function GitPublished({ published, onClose }: { published: PublishedHere; onClose: () => void }) {
  const t = useTranslations('filePublish')
  const tp = useTranslations('publish')
  const { outcome, name, client, path, repository, branch, address } = published
  const isReadable = !repository.isPrivate && address !== ''
  return (
    <PublishedFrame
      {...{ outcome, onClose }}
      data-testid="git-published"
      link={
        <a href={repository.webAddress} target="_blank" rel="noreferrer" className="text-link">
          {t('openRepository')}
        </a>
      }
    >
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
        <AddressCard
          url={address}
          name={name}
          note={t('anyone')}
          apps={<ImportApps title={tp('openIn')} links={linksFor(client, importLinks(address, name)).same} />}
        />
      ) : (
        <p className="text-muted">{t('private')}</p>
      )}
    </PublishedFrame>
  )
}
