import { clientFacts } from '@switchyard/convert/facts'
import { type RefObject, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { CodeEditorHandle } from '../../../components/config-editor/code-editor.tsx'
import { fileNameOf } from '../../../components/file-save/file-address.ts'
import { undoToast } from '../../../components/node-list/undo-toast.ts'
import { type PageAction, usePageActions } from '../../../lib/page-actions.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { showToast } from '../../../lib/toasts.ts'
import { copyText } from '../../../ui/copy-button.tsx'
import type { OpenConfig } from './panel.ts'
import { useBench, useOpenConfig } from './use-bench.ts'
import type { Opening } from './use-opening.tsx'

interface Given {
  config: OpenConfig
  opening: Opening
  editor: RefObject<CodeEditorHandle | null>
  /** Saves it in the place that it came from, if it came from one. */
  saveToPlace: (() => void) | undefined
}

/** What is done with the config as a whole. The head, the menu, the palette and the shortcuts know it. */
export interface BenchActions {
  undo: () => void
  redo: () => void
  copy: () => void
  download: () => void
  /** Absent: the config came from no place. */
  saveToPlace?: (() => void) | undefined
  close: () => void
  find: () => void
}

/** The file that a config is saved as: as it was called where it came from a file. */
function downloadName({ name, client, origin }: OpenConfig): string {
  if (origin.kind === 'file') return origin.name.replace(/\.gz$/i, '')
  if (origin.kind === 'place') return fileNameOf(origin.address.path)
  const clean = name.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '-').slice(0, 80) || 'config'
  return `${clean}.${clientFacts(client).file.extension}`
}

export function useBenchActions({ config, opening, editor, saveToPlace }: Given): BenchActions {
  const t = useTranslations('configBench')
  const session = useBench()
  const { canUndo, canRedo } = useOpenConfig()
  const step = (run: () => void) => () => {
    run()
    // The config of before may be another client's.
    if (session.config) opening.goTo(session.config)
  }
  const actions: BenchActions = {
    undo: step(() => session.undo()),
    redo: step(() => session.redo()),
    copy: () =>
      void copyText(config.text).then(
        () => showToast({ kind: 'success', text: t('copied') }),
        () => {
          editor.current?.selectAll()
          showToast({ kind: 'info', text: t('copyFailed') })
        },
      ),
    download: () => {
      const { mimeType } = clientFacts(config.client).file
      saveFile(new Blob([config.text], { type: mimeType }), downloadName(config))
    },
    close: () => {
      session.close()
      undoToast(session, t('undo'), t('closed', { name: config.name }))
    },
    find: () => editor.current?.run('search'),
    saveToPlace,
  }
  // oxlint-disable react/exhaustive-deps -- the functions read what is current when they run
  usePageActions(
    useMemo<PageAction[]>(
      () => [
        { id: 'bench-undo', label: t('undo'), icon: 'undo-2', keywords: 'undo cx chexiao', keys: 'mod+z', disabled: !canUndo, run: actions.undo },
        { id: 'bench-redo', label: t('redo'), icon: 'redo-2', keywords: 'redo cz chongzuo', keys: 'mod+shift+z', disabled: !canRedo, run: actions.redo },
        ...(saveToPlace ? [{ id: 'bench-save', label: t('saveToPlace'), icon: 'upload' as const, keywords: 'save bc ch baocun cunhui', keys: 'mod+s', run: saveToPlace }] : []),
        { id: 'bench-download', label: t('download'), icon: 'download', keywords: 'download save xz bc xiazai baocun', ...(saveToPlace ? {} : { keys: 'mod+s' }), run: actions.download },
        { id: 'bench-publish', label: t('publish'), icon: 'link', keywords: 'publish subscribe fb fabu dingyue', run: opening.publish },
        { id: 'bench-copy', label: t('copy'), icon: 'copy', keywords: 'copy fz fuzhi', keys: 'mod+alt+c', run: actions.copy },
        { id: 'bench-find', label: t('find'), icon: 'search', keywords: 'find search cz chazhao', run: actions.find },
        { id: 'bench-close', label: t('close'), icon: 'x', keywords: 'close gb guanbi', run: actions.close },
      ],
      [t, session, config, opening.goTo, opening.publish, canUndo, canRedo, saveToPlace],
    ),
  ) // oxfmt-ignore
  // oxlint-enable react/exhaustive-deps
  return actions
}
