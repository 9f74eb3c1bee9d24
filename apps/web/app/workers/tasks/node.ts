import type { Lang } from '@switchyard/locale'
import {
  cipherField,
  ciphersFor,
  countFields,
  draftOfLine,
  previewNode,
  readOneLink,
  setFields,
  textsOf,
  withChecks,
  type BuildRequest,
  type CommonField,
  type FieldsChange,
  type FieldsChanged,
  type LineDraft,
  type LinkPreview,
  type LinkRead,
  type ListRequest,
  type NodeBase,
  type NodeChange,
  type NodeTexts,
  type OutputId,
} from '@switchyard/recipe'
import { converter } from './converter.ts'

/** Single nodes: of the list, or being written. */
export const node = {
  detail: (request: ListRequest, key: string): { node: NodeBase; link?: string } | undefined =>
    converter.detail(request, key),
  /** Those of the nodes that skip the check of the certificate, as they are and with the check. */
  checked(request: ListRequest, keys: readonly string[]): Record<string, NodeChange> {
    const nodes = [...converter.nodes(request, keys)].map(
      ([key, shown]) => [key, { shown, node: withChecks(shown) }] as const,
    )
    return Object.fromEntries(nodes.filter(([, { shown, node }]) => shown !== node))
  },
  /** How many of the nodes have each field that can be set for many. */
  countFields: (request: ListRequest, keys: readonly string[]): Record<CommonField, number> =>
    countFields(converter.nodes(request, keys).values()),
  setFields: (request: ListRequest, keys: readonly string[], change: FieldsChange): FieldsChanged =>
    setFields(converter.nodes(request, keys), change),
  /** A row's node and the ciphers its client takes in place of its own. */
  ciphers(request: BuildRequest, key: string): { node: NodeBase; field: string; ciphers: string[] } | undefined {
    const found = converter.nodes(request, [key]).get(key)
    return found && { node: found, field: cipherField(found), ciphers: ciphersFor(found, request.settings.output) }
  },
  /** What a broken line was meant to be. */
  draft: (line: string): LineDraft | undefined => draftOfLine(line),
  /** The link of a node that is being edited, and what is wrong with it. */
  preview: (edited: NodeBase, target: OutputId, lang: Lang): LinkPreview => previewNode(edited, target, lang),
  /** What a link says that is to stand in place of another one. */
  readLink: (text: string, target: OutputId, lang: Lang): LinkRead => readOneLink(text, target, lang),
  /** A node alone, as clients spell it. */
  texts: (alone: NodeBase): NodeTexts => textsOf(alone),
}
