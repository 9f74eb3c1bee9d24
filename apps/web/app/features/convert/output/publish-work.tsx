import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { failureData } from '../../../components/api-call/api-failure.ts'
import { fileOfRecipe } from '../../../components/engine/recipe-files.ts'
import { outputToEdit } from '../../../components/publish/output-to-edit.ts'
import { PublishDialog } from '../../../components/publish/publish-dialog.tsx'
import { call } from '../../../lib/api.ts'
import { publishedRecipe } from '../session/edited-output.ts'
import { ownFileName } from './own-file-name.ts'
import { nameOfSources } from '../../../components/node-list/output-file.ts'
import { reportGone } from '../../../components/node-list/report-gone.ts'
import { useModelPart, useSession } from '../session/use-convert.ts'

const NAME_MAX = 60
const NAMES_MAX = 20

/** Publishes what is on the screen: its texts go along, its addresses become kept items that the server fetches. */
export function PublishWork({ onClose, onDownload }: { onClose: () => void; onDownload: (pattern: string) => void }) {
  const t = useTranslations('publish')
  const tc = useTranslations('convert')
  const session = useSession()
  const [today] = useState(() => new Date())
  const sources = useModelPart(({ sources }) => sources)
  const output = useModelPart(({ output }) => output)
  const published = useModelPart(({ published }) => published)
  /** Sources that are items; more are made by a try of publishing. */
  const made = useRef(new Map(Object.entries(published?.items ?? {})))
  const addresses = sources.filter(({ kind, enabled, asProvider }) => kind === 'url' && enabled && !asProvider)
  const texts = sources.filter(
    ({ id, kind, enabled, text }) => kind !== 'url' && enabled && !published?.items[id] && text.trim() !== '',
  ).length

  const recipe = async () => {
    for (const { id, name, url = '' } of addresses)
      if (!made.current.has(id)) made.current.set(id, await newItem(name, url))
    const { model } = session
    const present = new Set(model.sources.map(({ id }) => id))
    const items = new Map([...made.current].filter(([id]) => present.has(id)))
    const { text } = await fileOfRecipe(publishedRecipe(model, items, published?.prefixes), true)
    return { recipe: text, items: Object.fromEntries(items), client: model.output }
  }

  const file = async () => {
    const blob = await session.blob(new Date(), location)
    const { output: nodes = 0, skipped = 0 } = session.desk.state.get().result?.counts ?? {}
    return blob && { blob, counts: { nodes, skipped } }
  }

  return (
    <PublishDialog
      name={sources.length === 1 ? (sources[0]?.name ?? '') : ''}
      client={output}
      kind="recipe"
      note={t('publishTexts', {
        texts,
        addresses: addresses.length,
        both: texts > 0 && addresses.length > 0 ? 'yes' : 'no',
      })}
      content={recipe}
      over={published}
      onSaved={(saved) => saved.kind === 'recipe' && session.published(saved)}
      onTakeTheirs={(theirs) => {
        if (theirs.id === published?.id && theirs.kind === 'recipe')
          void outputToEdit(theirs).then((handed) => session.edit(handed), reportGone(tc('status.noAnswer')))
      }}
      onClose={onClose}
      onDownload={onDownload}
      file={file}
      fileNameOf={(pattern) => ownFileName(nameOfSources(sources), output, today, pattern)}
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
