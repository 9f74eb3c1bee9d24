import type { StarredKind } from '@switchyard/contract/kept-kinds'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../ui/icon-button.tsx'
import { useIsStarred } from './use-favourites.ts'
import { useStar } from './use-star.ts'

interface Props {
  kind: StarredKind
  id: string
  name: string
  data?: string
  keys?: string
}

/** The star beside a thing. */
export function StarButton({ keys, ...thing }: Props) {
  const t = useTranslations('favourites')
  const isOn = useIsStarred(thing.kind, thing.id)
  const toggle = useStar()
  return (
    <IconButton
      icon="star"
      label={t(isOn ? 'unstar' : 'star', { name: thing.name })}
      aria-pressed={isOn}
      data-testid={`star-${thing.kind}-${thing.id}`}
      className={isOn ? 'starred' : ''}
      onClick={() => void toggle(thing)}
      {...(keys === undefined ? {} : { keys })}
    />
  )
}
