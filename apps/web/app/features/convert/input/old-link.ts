import { type RecipeSource, withQuery } from '@switchyard/recipe/model'
import { type OldLink, withLinkSettings } from '@switchyard/recipe/old-link'
import { withShared } from '@switchyard/recipe/settings-link'
import { hostOf } from '../../../components/engine/host-of.ts'
import type { Model } from '../session/model.ts'
import { newSource } from '../../../components/node-list/add-files.ts'

/** The model with what the link says. Nothing is fetched: the addresses wait for their button. */
export function withOldLink(model: Model, link: OldLink): Model {
  if (link.shared) return withShared(model, link.shared)
  if (link.query !== undefined) return withQuery(model, link.query)
  const added: RecipeSource[] = link.urls.map((url) => ({ ...newSource('url', hostOf(url)), url }))
  if (link.links.length > 0) added.push({ ...newSource('file', 'links'), text: link.links.join('\n') })
  return withLinkSettings({ ...model, sources: [...model.sources, ...added] }, link)
}
