import { useMemo, type RefObject } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { star } from '../../components/favourites/favourite-store.ts'
import { useNodeGridKeys } from '../../components/node-grid/grid/use-node-grid-keys.ts'
import { useKeyGroup, usePageActions, type PageAction } from '../../lib/page-actions.ts'
import { randomId } from '../../lib/random-id.ts'
import { showToast } from '../../lib/toasts.ts'
import { copyText } from '../../ui/copy-button.tsx'
import type { OutputHandle } from './output/output-actions.tsx'
import type { ScreenDialog } from './screen-dialogs.tsx'
import { OUTPUTS, withOutput } from '@switchyard/recipe/model'
import type { SettingKind } from '@switchyard/recipe/settings-link'
import { undoToast } from '../../components/node-list/undo-toast.ts'
import { starredSettings } from './session/starred-settings.ts'
import { useSession } from './session/use-convert.ts'

interface Given {
  output: RefObject<OutputHandle | null>
  openOptions: () => void
  addRule: () => void
  openDialog: (dialog: ScreenDialog) => void
}

/** What can be done with the conversion as a whole. The palette and the shortcuts know it too. */
export function useScreenActions({ output, openOptions, addRule, openDialog }: Given) {
  const t = useTranslations('convert')
  const tStar = useTranslations('favourites')
  const tForm = useTranslations('configForm')
  const tOutline = useTranslations('configEditor.outline')
  const format = useFormatter()
  const session = useSession()

  const share = async () => {
    let made: { link: string; leftOut: SettingKind[] } | undefined
    const make = async () => {
      const { settingsLink } = await import('@switchyard/recipe/settings-link')
      made = settingsLink(session.model, location)
      return made.link
    }
    try {
      await copyText(make)
      const names = format.list((made?.leftOut ?? []).map((kind) => t(`link.${kind}`)))
      showToast({ kind: 'success', text: names ? t('sharedPart', { names }) : t('shared') })
    } catch {
      if (made) showToast({ kind: 'info', text: made.link })
      else showToast({ kind: 'error', text: t('link.notLoaded') })
    }
  }
  const starSettings = async () => {
    const name = t('settingsOf', { date: format.dateTime(new Date(), { dateStyle: 'medium', timeStyle: 'short' }) })
    try {
      const { settingsLink } = await import('@switchyard/recipe/settings-link')
      const { link } = settingsLink(session.model, location)
      await star([{ kind: 'recipe', id: randomId(), name, data: starredSettings(link, session.model.output) }])
      showToast({ kind: 'success', text: tStar('starred', { name }) })
    } catch {
      showToast({ kind: 'error', text: t('link.notLoaded') })
    }
  }
  const clear = () => {
    session.clear()
    undoToast(session, t('undo'), t('cleared'))
  }

  const actions = useMemo(
    (): PageAction[] => [
      {
        id: 'convert-copy', label: t('output.copyConfig'), icon: 'copy', keywords: 'copy result fz fuzhi', keys: 'mod+alt+c',
        run: () => output.current?.copy(),
      },
      {
        id: 'convert-download', label: t('output.download'), icon: 'download', keywords: 'download save xz xiazai baocun',
        run: () => output.current?.download(),
      },
      { id: 'convert-undo', label: t('undo'), icon: 'undo-2', keywords: 'undo cx chexiao', keys: 'mod+z', run: () => session.undo() },
      { id: 'convert-redo', label: t('redo'), icon: 'redo-2', keywords: 'redo cz chongzuo', keys: 'mod+shift+z', run: () => session.redo() },
      { id: 'convert-options', label: t('options'), icon: 'settings', keywords: 'options xx xuanxiang', run: () => openOptions() },
      {
        id: 'convert-add-rule', label: tOutline('addRule'), icon: 'plus', keywords: 'add rule site domain tj tjgz tianjia guize wangzhan',
        run: () => addRule(),
      },
      {
        id: 'convert-compare', label: t('compare'), icon: 'list-checks', keywords: 'compare clients versions bj bjkhd bijiao',
        run: () => openDialog({ name: 'compare' }),
      },
      {
        id: 'convert-generate', label: t('generateNow'), icon: 'zap', keywords: 'generate convert sc shengcheng', keys: 'mod+enter',
        run: () => session.desk.generate(),
      },
      {
        id: 'convert-template', label: tForm('template.title'), icon: 'file-text', keywords: 'template mb xzmb muban',
        run: () => openDialog({ name: 'template' }),
      },
      { id: 'convert-share', label: t('share'), icon: 'external-link', keywords: 'share settings link fx fenxiang', run: () => void share() },
      { id: 'convert-star', label: t('starSettings'), icon: 'star', keywords: 'favourite star settings sc scsz shoucang', run: () => void starSettings() },
      {
        id: 'convert-restore', label: t('restore'), icon: 'history', keywords: 'restore old link hf huifu daoru',
        run: () => openDialog({ name: 'restore' }),
      },
      {
        id: 'convert-export-recipe', label: t('recipe.export'), icon: 'download', keywords: 'export recipe save dc dcpf daochu peifang',
        run: () => openDialog({ name: 'export-recipe' }),
      },
      {
        id: 'convert-import-recipe', label: t('recipe.import'), icon: 'file-text', keywords: 'import recipe open dr drpf daoru peifang',
        run: () => openDialog({ name: 'import-recipe' }),
      },
      ...OUTPUTS.map((target): PageAction => ({
        id: `convert-to-${target}`, label: t('toTarget', { target: t(`target.${target}`) }), icon: 'arrow-right',
        keywords: `convert target client ${target} zh zhuanhuan mb mubiao`,
        run: () => session.change((model) => withOutput(model, target)),
      })),
      { id: 'convert-clear', label: t('clear'), icon: 'trash-2', keywords: 'clear all qk qingkong', run: clear },
    ], // oxfmt-ignore
    // oxlint-disable-next-line react/exhaustive-deps -- the functions read what is current when they run
    [t, tForm, tOutline, format, session],
  )
  usePageActions(actions)
  useKeyGroup(useNodeGridKeys())
  return { share: () => void share(), starSettings: () => void starSettings(), clear }
}
