import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { copyText } from '../../ui/copy-button.tsx'
import type { NodeRow, ProxyNode, RowVerdict } from '../../workers/conversion-types.ts'
import {
  cloneNode,
  DEFAULT_EXCLUDES,
  removeNodes,
  renameNodes,
  setDisabled,
  targetOptions,
  TEXT_SOURCE,
  withCommon,
  withEdits,
  withTargetOptions,
} from './model.ts'
import { outputFileName, saveFile } from './output-file.ts'
import { useModel, useSession } from './use-convert.ts'

/** A row as a table of nodes wants it. */
export interface ListedNode {
  id: string
  name: string
  region?: string
  protocol: string
  server: string
  port: number
  transport?: string
  security?: 'tls' | 'reality'
  source: string
  state: 'kept' | 'excluded' | 'disabled' | 'refused'
  reason?: string
  problems?: { code: string; text: string; severity: 'error' | 'warning' | 'note' }[]
  oldName?: string
  duplicateOf?: string
  differs?: boolean
  isInfo?: boolean
}

const NO_ROWS: readonly NodeRow[] = []
const NO_VERDICTS: ReadonlyMap<string, RowVerdict> = new Map()

/** The nodes as a table shows them; one that did not change stays the same object. */
export function useListedNodes(): readonly ListedNode[] {
  const t = useTranslations('convert.source')
  const session = useSession()
  const rows = useStore(session.rows, NO_ROWS)
  const verdicts = useStore(session.verdicts, NO_VERDICTS)
  const { sources } = useModel()
  const [list] = useState(createNodeList)
  return useMemo(() => {
    const names = new Map(sources.map(({ id, name }) => [id, id === TEXT_SOURCE ? t('text') : name]))
    return list(rows, verdicts, names)
  }, [list, rows, verdicts, sources, t])
}

interface Listed {
  row: NodeRow
  verdict: RowVerdict | undefined
  source: string
  listed: ListedNode
}

/** Remembers what it listed, so that a long list with one change is one new object. */
function createNodeList() {
  let before = new Map<string, Listed>()
  let shown: readonly ListedNode[] = []
  return (rows: readonly NodeRow[], verdicts: ReadonlyMap<string, RowVerdict>, names: ReadonlyMap<string, string>) => {
    const next = new Map<string, Listed>()
    const list = rows.map((row) => {
      const verdict = verdicts.get(row.key)
      const source = names.get(row.sourceId) ?? ''
      const known = before.get(row.key)
      const isSame =
        known &&
        known.source === source &&
        (known.row === row || isEqual(known.row, row)) &&
        isSameVerdict(known.verdict, verdict)
      const entry = isSame ? known : { row, verdict, source, listed: listedNode(row, verdict, source) }
      next.set(row.key, entry)
      return entry.listed
    })
    before = next
    if (shown.length !== list.length || list.some((node, index) => node !== shown[index])) shown = list
    return shown
  }
}

function listedNode(row: NodeRow, verdict: RowVerdict | undefined, source: string): ListedNode {
  const {
    key,
    name,
    region,
    type,
    server,
    port,
    transport,
    security,
    disabled,
    renamedFrom,
    duplicateOf,
    duplicateDiffers,
    isInfo,
  } = row
  const state = disabled ? 'disabled' : !verdict || verdict.status === 'warn' ? 'kept' : verdict.status
  const severity = state === 'refused' ? 'error' : 'warning'
  return {
    id: key,
    name,
    protocol: type,
    server,
    port,
    source,
    state,
    ...(region ? { region } : {}),
    ...(transport ? { transport } : {}),
    ...(security === 'tls' || security === 'reality' ? { security } : {}),
    ...(verdict && state !== 'kept' ? { reason: verdict.messages.join(' · ') } : {}),
    ...(verdict && state !== 'excluded'
      ? { problems: verdict.messages.map((text, index) => ({ code: `${index}`, text, severity })) }
      : {}),
    ...(renamedFrom === undefined ? {} : { oldName: renamedFrom }),
    ...(duplicateOf === undefined ? {} : { duplicateOf, differs: duplicateDiffers ?? false }),
    ...(isInfo ? { isInfo } : {}),
  }
}

function isEqual(a: NodeRow, b: NodeRow): boolean {
  const keys = Object.keys(a) as (keyof NodeRow)[]
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key])
}

function isSameVerdict(a: RowVerdict | undefined, b: RowVerdict | undefined): boolean {
  return (
    a === b || (a !== undefined && b !== undefined && a.status === b.status && a.messages.join() === b.messages.join())
  )
}

/** Fields that are shown masked, the most telling first. */
const SECRETS = ['password', 'uuid', 'privateKey', 'psk', 'auth', 'token', 'secret'] as const

/** What a person can do to the nodes, ready for a table of them. */
export function useNodeActions(
  applyMove: (order: readonly string[], move: { ids: readonly string[]; before: string | null }) => string[],
  onQr: (key: string) => void,
) {
  const t = useTranslations('convert')
  const session = useSession()
  return useMemo(() => {
    const keysNow = () => session.rows.get().map(({ key }) => key)
    const undoToast = (text: string) =>
      showToast({ kind: 'undo', text, action: { label: t('undo'), run: () => session.undo() } })
    return {
      onRename: (changes: readonly { id: string; name: string }[]) =>
        session.change((model) =>
          renameNodes(model, Object.fromEntries(changes.map(({ id, name }) => [id, name.trim()]))),
        ),
      onUndoRename: (ids: readonly string[]) =>
        session.change((model) => renameNodes(model, Object.fromEntries(ids.map((id) => [id, ''])))),
      onDisable: (ids: readonly string[], disabled: boolean) =>
        session.change((model) => setDisabled(model, ids, disabled)),
      onDelete: (ids: readonly string[]) => {
        session.change((model) => removeNodes(model, ids))
        undoToast(t('nodes.deleted', { n: ids.length }))
      },
      onMove: (move: { ids: readonly string[]; before: string | null }) =>
        session.change((model) => withEdits(model, { order: applyMove(keysNow(), move) })),
      onApplyOrder: (ids: readonly string[]) => session.change((model) => withEdits(model, { order: [...ids] })),
      onSetRegion: (ids: readonly string[], region: string | null) => {
        const rows = new Map(session.rows.get().map((row) => [row.key, row.name]))
        const names = ids.map((id) => [id, withRegion(rows.get(id) ?? '', region)] as const)
        session.change((model) => renameNodes(model, Object.fromEntries(names)))
      },
      onCopyLinks: (ids: readonly string[]) =>
        void copyText(async () => (await session.links(ids)).join('\n')).then(
          () => showToast({ kind: 'success', text: t('output.copied') }),
          () => showToast({ kind: 'error', text: t('nodes.copyFailed') }),
        ),
      onExport: (ids: readonly string[]) =>
        void session
          .links(ids)
          .then((links) =>
            saveFile(
              new Blob([`${links.join('\n')}\n`], { type: 'text/plain' }),
              outputFileName('', 'links', new Date()),
            ),
          ),
      onShowQr: onQr,
      onClone: (ids: readonly string[]) => session.change((model) => ids.reduce(cloneNode, model)),
      loadNode: async (id: string) =>
        (await session.detail(id))?.node as (ProxyNode & Record<string, unknown>) | undefined,
      previewLink: (node: ProxyNode) => session.preview(node),
      onSave: (id: string, node: ProxyNode) =>
        session.change((model) => withEdits(model, { nodes: { ...model.edits.nodes, [id]: node } })),
      loadTexts: (id: string) => session.texts(id),
      loadSecret: async (id: string) => {
        const node = (await session.detail(id))?.node as Record<string, unknown> | undefined
        const found = SECRETS.map((field) => node?.[field]).find((value) => typeof value === 'string' && value !== '')
        return found as string | undefined
      },
      onKeepDuplicates: (keep: boolean) => session.change((model) => withCommon(model, { keepDuplicates: keep })),
      onExcludeInfo: () =>
        session.change((model) => {
          const { excludes = DEFAULT_EXCLUDES[model.target] } = targetOptions(model)
          return withTargetOptions(model, { excludes: [...new Set([...excludes, 'info'])] })
        }),
    }
  }, [session, t, applyMove, onQr])
}

const FLAG = /^[\u{1f1e6}-\u{1f1ff}]{2}\s*/u

/** A name tells its region by the flag before it. */
function withRegion(name: string, region: string | null): string {
  const plain = name.replace(FLAG, '')
  if (region === null) return plain
  return `${String.fromCodePoint(...region.split('').map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65))} ${plain}`
}
