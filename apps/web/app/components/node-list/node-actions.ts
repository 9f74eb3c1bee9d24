import {
  type FieldsChange,
  type NodeBase,
  type Recipe,
  cloneNode,
  deleteNodes,
  editNodes,
  renameNodes,
  replaceLink,
  setDisabled,
  withAddedNode,
  withEdits,
} from '@switchyard/recipe/model'
import { showToast } from '../../lib/toasts.ts'
import { applyMove } from '../node-grid/drag/ordering.ts'
import type { EntryText, LinkRead, NameChange, NodeGridActions, NodeRecord, RowMove } from '../node-grid/types.ts'
import type { ListWords } from './list-words.ts'
import { withOthers } from './listed-nodes.ts'
import { copyLinks, exportLinks } from './node-links.ts'
import type { RecipeSession } from './recipe-session.ts'
import { renameBack } from './rename-back.ts'
import { reportGone } from './report-gone.ts'
import { starNodes } from './star-nodes.ts'
import { undoToast } from './undo-toast.ts'

const namesOf = (changes: readonly NameChange[]) => Object.fromEntries(changes.map(({ id, name }) => [id, name]))

/** What a person can do to the nodes of a recipe, whatever is made of it: every change is one step that undo takes back. */
export function nodeActions<R extends Recipe>(session: RecipeSession<R>, t: ListWords) {
  const { desk } = session
  const keptOf = (ids: readonly string[]) => {
    const keys = new Set(desk.rows.get().map(({ key }) => key))
    return ids.filter((id) => keys.has(id))
  }
  /** As they are shown, those that are no node among them: a row may be moved to one. */
  const keysNow = () => [...withOthers(desk.rows.get(), desk.others.get())].map(({ key }) => key)
  const detailOf = (key: string) => desk.askOfNodes((api, request) => api.node.detail(request, key))
  const setMany = async (ids: readonly string[], change: FieldsChange) => {
    const set = await desk
      .askOfNodes((api, request) => api.node.setFields(request, ids, change))
      .catch(reportGone(t('noAnswer')))
    if (!set) return
    const { changes, ...left } = set
    const n = Object.keys(changes).length
    const text = t('fieldsSet', { n, ...left })
    if (n === 0) return void showToast({ kind: 'info', text })
    session.change((recipe) => editNodes(recipe, changes))
    undoToast(session, t('undo'), text)
  }
  return {
    onRename: (changes: readonly NameChange[]) => session.change((recipe) => renameNodes(recipe, namesOf(changes))),
    onRenameMany: (changes: readonly NameChange[]) => {
      session.change((recipe) => renameNodes(recipe, namesOf(changes)))
      undoToast(session, t('undo'), t('renamed', { n: changes.length }))
    },
    onUndoRename: (ids: readonly string[]) => {
      renameBack(session, ids)
      undoToast(session, t('undo'), t('renamedBack', { n: ids.length }))
    },
    onDisable: (ids: readonly string[], disabled: boolean) =>
      session.change((recipe) => setDisabled(recipe, ids, disabled)),
    onDelete: (ids: readonly string[]) => {
      const keys = keptOf(ids)
      if (keys.length === 0) return
      session.change((recipe) => deleteNodes(recipe, keys))
      undoToast(session, t('undo'), t('deleted', { n: keys.length }))
    },
    onMove: (move: RowMove) =>
      session.change((recipe) => withEdits(recipe, { order: keptOf(applyMove(keysNow(), move)) })),
    onApplyOrder: (ids: readonly string[]) => session.change((recipe) => withEdits(recipe, { order: keptOf(ids) })),
    onCopyLinks: (ids: readonly string[]) => void copyLinks(session, ids, t),
    onStar: (ids: readonly string[]) => void starNodes(session, ids, t),
    onExport: (ids: readonly string[]) => void exportLinks(session, ids, t),
    onClone: (ids: readonly string[]) => session.change((recipe) => ids.reduce(cloneNode, recipe)),
    loadNode: async (id: string) =>
      // The grid reads fields by their paths, of any protocol.
      (await detailOf(id))?.node as (NodeBase & Record<string, unknown>) | undefined,
    previewLink: (node: NodeBase) =>
      desk.ask((api, { settings, lang }) => api.node.preview(node, settings.output, lang)),
    onSave: (id: string, node: NodeBase, shown: NodeBase) =>
      session.change((recipe) => editNodes(recipe, { [id]: { shown, node } })),
    countFields: (ids: readonly string[]) => desk.askOfNodes((api, request) => api.node.countFields(request, ids)),
    onSetFields: (ids: readonly string[], change: FieldsChange) => void setMany(ids, change),
    onAdd: (node: NodeBase) => {
      session.change((recipe) => withAddedNode(recipe, node))
      undoToast(session, t('undo'), t('added', { name: node.name }))
    },
    readLink: async (text: string): Promise<LinkRead<NodeRecord>> => {
      const { node, ...read } = await desk.ask((api, { settings, lang }) =>
        api.node.readLink(text, settings.output, lang),
      )
      return node ? { ...read, node: { ...node } } : read
    },
    onReplaceLink: (id: string, link: string, { name }: { name: string }) => {
      session.change((recipe) => replaceLink(recipe, id, link))
      undoToast(session, t('undo'), t('linkReplaced', { name }))
    },
    loadEntry: async (id: string): Promise<EntryText | undefined> => {
      const detail = await detailOf(id)
      return detail?.link === undefined ? undefined : { text: detail.link, node: { ...detail.node } }
    },
    onSaveEntry: (id: string, text: string, { name }: { name: string }) => {
      const shown = desk.rows.get().find(({ key }) => key === id)?.name
      session.change((recipe) => {
        const next = replaceLink(recipe, id, text)
        return name === shown ? next : renameNodes(next, { [id]: name })
      })
      undoToast(session, t('undo'), t('linkReplaced', { name }))
    },
    writeTexts: (node: NodeBase) => desk.ask((api) => api.node.texts(node)),
  } satisfies NodeGridActions
}
