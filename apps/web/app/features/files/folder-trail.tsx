import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Input } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { folderOfText, stepsOf } from './folder-address.ts'

interface Props {
  /** What the root is called. */
  root: string
  path: string
  hrefOf: (folder: string) => string
  onGo: (folder: string) => void
}

/** The way from the root to the folder: each step leads there, and the whole may be typed. */
export function FolderTrail({ root, path, hrefOf, onGo }: Props) {
  const t = useTranslations('files')
  const [typed, setTyped] = useState<string>()
  if (typed !== undefined) {
    const folder = folderOfText(typed)
    return (
      <form
        className="flex min-w-0 flex-1 items-center gap-1"
        onSubmit={(event) => {
          event.preventDefault()
          if (folder === undefined) return
          setTyped(undefined)
          onGo(folder)
        }}
      >
        <Input
          autoFocus
          aria-label={t('path')}
          aria-invalid={folder === undefined || undefined}
          value={typed}
          className="min-w-0 flex-1 font-mono"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setTyped(undefined)}
          onBlur={() => setTyped(undefined)}
        />
        {folder === undefined && (
          <span role="alert" className="text-xs text-error">
            {t('badPath')}
          </span>
        )}
      </form>
    )
  }
  const steps = [{ name: root, path: '' }, ...stepsOf(path)]
  return (
    <nav aria-label={t('path')} className="flex min-w-0 flex-1 items-center gap-1">
      <ol className="flex min-w-0 flex-wrap items-center">
        {steps.map((step, at) => (
          <li key={step.path} className="flex min-w-0 items-center">
            {at > 0 && <Icon name="chevron-right" className="size-3.5 text-muted" />}
            {at === steps.length - 1 ? (
              <span aria-current="page" className="truncate px-1 font-medium">
                {step.name}
              </span>
            ) : (
              <Link to={hrefOf(step.path)} className="truncate rounded px-1 text-link hover:underline">
                {step.name}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <IconButton icon="pencil" size="small" label={t('typePath')} onClick={() => setTyped(path)} />
    </nav>
  )
}
