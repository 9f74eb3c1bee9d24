import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { failureData } from '../../../components/api-call/api-failure.ts'
import { fileOfRecipe } from '../../../components/engine/recipe-files.ts'
import { PublishDialog } from '../../../components/publish/publish-dialog.tsx'
import { call } from '../../../lib/api.ts'
import { useModelPart, useSession } from '../session/use-convert.ts'

const NAME_MAX = 60
const NAMES_MAX = 20

/** Publishes what is on the screen: its texts go along, its addresses become kept items that the server fetches. */
export function PublishWork({ onClose }: { onClose: () => void }) {
  const t = useTranslations('publish')
  const session = useSession()
  const sources = useModelPart(({ sources }) => sources)
  const addresses = sources.filter(({ kind, enabled }) => kind === 'url' && enabled)
  const texts = sources.filter(({ kind, enabled }) => kind !== 'url' && enabled).length
  /** Items that were made by a try before this one. */
  const made = useRef(new Map<string, string>())

  const recipe = async () => {
    for (const { id, name, url = '' } of addresses)
      if (!made.current.has(id)) made.current.set(id, await newItem(name, url))
    const { model } = session
    const { text } = await fileOfRecipe(model, true)
    return { recipe: text, items: Object.fromEntries(made.current), client: model.output }
  }

  return (
    <PublishDialog
      name={sources.length === 1 ? (sources[0]?.name ?? '') : ''}
      note={t('publishTexts', {
        texts,
        addresses: addresses.length,
        both: texts > 0 && addresses.length > 0 ? 'yes' : 'no',
      })}
      recipe={recipe}
      onClose={onClose}
    />
  )
}

/** Keeps an address under its name, or under the next free one. */
async function newItem(wanted: string, url: string): Promise<string> {
  const name = wanted.slice(0, NAME_MAX)
  for (let count = 1; ; count++) {
    try {
      const body = { name: count === 1 ? name : `${name} ${count}`, body: url }
      return (await call('POST /api/subscriptions', { body, quiet: true })).id
    } catch (error) {
      if (failureData(error)?.error !== 'name-taken' || count === NAMES_MAX) throw error
    }
  }
}
