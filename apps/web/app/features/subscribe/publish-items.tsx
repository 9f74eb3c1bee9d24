import { useTranslations } from 'use-intl'
import { EMPTY_RECIPE } from '@switchyard/recipe/model'
import { PublishDialog } from '../../components/publish/publish-dialog.tsx'
import type { Item } from './item-repository.ts'
import { recipeOfItems } from './recipe-of-items.ts'

interface Props {
  /** All of them are on the server. */
  items: readonly Item[]
  onClose: () => void
  onPublished: () => void
}

/** Publishes what the items hold, now and after each refresh. */
export function PublishItems({ items, onClose, onPublished }: Props) {
  const t = useTranslations('subscribe')
  return (
    <PublishDialog
      name={items.length === 1 ? items[0]!.name : ''}
      client={EMPTY_RECIPE.output}
      kind="recipe"
      note={t('publishItems', { count: items.length })}
      content={() => recipeOfItems(items)}
      onClose={onClose}
      onPublished={onPublished}
    />
  )
}
