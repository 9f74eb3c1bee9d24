import { type DocumentNode, findNode, type MapNode, resolved, valueOf } from '../document/document-node.ts'
import { openDocument } from '../document/open-document.ts'
import { loadEditor } from '../clients/editors.ts'
import type { BatchNaming } from '../inject/change.ts'
import { recordOf, recordsOf } from '../text/record.ts'

/** Nodes that are named together: those of a provider, or those that stand in the file. */
export interface NameBatch {
  /** Absent: the nodes that stand in the file. */
  provider?: string
  /** What the config does to the names now. */
  naming: BatchNaming
  /** The names that nodes come with; absent for a provider that keeps them elsewhere. */
  names?: readonly string[]
  /** Where the provider is fetched from. */
  url?: string
}

export interface NamedNodes {
  batches: NameBatch[]
  /** Groups, and what mihomo itself calls so. */
  taken: string[]
}

const NO_NAMING: BatchNaming = { prefix: '', suffix: '', renames: [] }

/** The nodes of a mihomo config by who names them; undefined where the text cannot be read as one. */
export async function readNameBatches(config: string): Promise<NamedNodes | undefined> {
  const { issue, root } = openDocument(config, { format: 'yaml' })
  const map = root && resolved(root)
  if (issue !== undefined || map?.kind !== 'map') return undefined
  const editor = await loadEditor('mihomo')
  const parts = editor.partsOf(map)
  const nodes = parts.filter(({ kind, name, isPlain }) => kind === 'node' && name !== '' && !isPlain)
  const providers = parts.filter(({ kind }) => kind === 'proxy-provider')
  return {
    batches: [
      ...providers.map(({ name, map: provider }) => providerBatch(name, provider)),
      ...(nodes.length > 0 ? [{ naming: NO_NAMING, names: nodes.map(({ name }) => name) }] : []),
    ],
    taken: [...editor.builtInNames, ...parts.filter(({ kind }) => kind === 'group').map(({ name }) => name)],
  }
}

function providerBatch(provider: string, map: MapNode): NameBatch {
  const said = (key: string) => valueAt(map, ['override', key])
  const text = (key: string) => textOf(said(key))
  const url = textOf(valueAt(map, ['url']))
  const payload = valueAt(map, ['payload'])
  return {
    provider,
    naming: {
      prefix: text('additional-prefix'),
      suffix: text('additional-suffix'),
      renames: recordsOf(said('proxy-name')).map(({ pattern, target }) => ({
        pattern: textOf(pattern),
        target: textOf(target),
      })),
    },
    ...(url === '' ? {} : { url }),
    ...(payload === undefined
      ? {}
      : { names: recordsOf(payload).flatMap((one) => textOf(recordOf(one)['name']) || []) }),
  }
}

function valueAt(map: MapNode, path: readonly string[]): unknown {
  const node: DocumentNode | undefined = findNode(map, path)
  return node && valueOf(node)
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
