import { withSource, type OtherRow, type SourceInfo } from '@switchyard/recipe/model'
import type { ListSession } from './list-session.ts'

/** Texts whose entries are lines as they stand. */
const IN_LINES: Readonly<Record<SourceInfo['kind'], boolean>> = {
  links: true, mixed: true, unknown: true, base64: false, yaml: false, json: false, conf: false, empty: false,
} // oxfmt-ignore

/** A line of a source, and what it says. */
interface SourceLine {
  sourceId: string
  line: number
  text: string
}

/** The line that nothing could be read of; undefined where the entry is no line of its text, as in Base64 and YAML. */
export function skippedLine(session: ListSession, { skipped, toFetch, inner, sourceId, line }: OtherRow): SourceLine | undefined {
  const kind = session.desk.sources.get()[sourceId]?.info?.kind
  if (!skipped || toFetch !== undefined || inner !== undefined || kind === undefined || !IN_LINES[kind]) return undefined
  const text = session.model.sources.find(({ id }) => id === sourceId)?.text.split('\n', line)[line - 1]
  return text === undefined ? undefined : { sourceId, line, text }
} // oxfmt-ignore

/** Takes the line out of its text, unless another one stands there by now. */
export function deleteLine(session: ListSession, { sourceId, line, text }: SourceLine): void {
  session.change((recipe) => {
    const lines = recipe.sources.find(({ id }) => id === sourceId)?.text.split('\n') ?? []
    if (lines[line - 1] !== text) return recipe
    return withSource(recipe, sourceId, { text: lines.toSpliced(line - 1, 1).join('\n') })
  })
}
