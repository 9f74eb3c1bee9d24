import type { ReadRecipe } from '@switchyard/recipe'
import { withRecipe } from '@switchyard/recipe/model'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { readTextFile } from '../../../lib/read-text-file.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { showToast } from '../../../lib/toasts.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { FilePicker } from '../../../ui/file-picker.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Model } from './model.ts'
import { recipeFileName } from '../../../components/node-list/output-file.ts'
import { fileOfRecipe, recipeOfFile } from '../../../components/engine/recipe-files.ts'
import { undoToast } from '../../../components/node-list/undo-toast.ts'
import { useModel, useSession } from './use-convert.ts'

/** Saves the work of the screen as a file. What is secret goes in only when that is ticked. */
export function ExportRecipeDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('convert.recipe')
  const tl = useTranslations('convert.link')
  const format = useFormatter()
  const session = useSession()
  const hasManual = Object.keys(useModel().manual).length > 0
  const [secrets, setSecrets] = useState(false)
  const [isFailed, setFailed] = useState(false)

  const save = async () => {
    try {
      const { text, leftOut } = await fileOfRecipe(session.model, secrets)
      saveFile(new Blob([text], { type: 'application/json' }), recipeFileName(new Date()))
      const names = leftOut.map((kind) => (kind === 'sources' || kind === 'steps' ? t(`leftOut.${kind}`) : tl(kind)))
      showToast({
        kind: 'success',
        text: names.length > 0 ? t('exportedPart', { names: format.list(names) }) : t('exported'),
      })
      onClose()
    } catch {
      setFailed(true)
    }
  }

  return (
    <Dialog
      open
      size="small"
      title={t('export')}
      onClose={onClose}
      data-testid="export-recipe"
      footer={
        <Button look="solid" icon="download" onClick={() => void save()}>
          {t('save')}
        </Button>
      }
    >
      <p className="text-sm">{t('exportNote')}</p>
      <Checkbox className="mt-3" checked={secrets} onChange={setSecrets} data-testid="recipe-secrets">
        {t('secrets')}
      </Checkbox>
      <p className={`mt-1 text-xs ${secrets ? 'text-warning' : 'text-muted'}`}>
        {secrets ? t('secretsNote') : t('noSecretsNote')}
      </p>
      {hasManual && <p className="mt-2 text-xs text-muted">{t('manualNote')}</p>}
      {isFailed && (
        <p role="alert" className="mt-2 text-sm text-error">
          {tl('notLoaded')}
        </p>
      )}
    </Dialog>
  )
}

type Read = Exclude<ReadRecipe, { refused: unknown }>

/** Puts a recipe in the place of the work of the screen, in one step that undo takes back. */
export function ImportRecipeDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('convert.recipe')
  const tc = useTranslations('convert')
  const tl = useTranslations('convert.link')
  const session = useSession()
  const [issue, setIssue] = useState('')
  /** A recipe that is known in part, and what of it is not, in words. */
  const [partly, setPartly] = useState<{ read: Read; unknown: readonly string[] }>()

  const put = ({ recipe, hasSources }: Read) => {
    session.change((model): Model => ({ ...withRecipe(model, recipe, hasSources), manual: {} }), 'import')
    undoToast(session, tc('undo'), hasSources ? t('imported') : t('importedPart'))
    onClose()
  }

  const take = async (file: File | undefined) => {
    if (!file) return
    setIssue('')
    setPartly(undefined)
    try {
      const given = await readTextFile(file)
      if ('error' in given) return setIssue(t('unreadable'))
      const read = await recipeOfFile(given.text)
      if ('refused' in read)
        return setIssue(await session.desk.ask((api, { lang }) => api.words.refusal(read.refused, lang)))
      if (read.issues.length === 0) return put(read)
      setPartly({ read, unknown: await session.desk.ask((api, { lang }) => api.words.issues(read.issues, lang)) })
    } catch {
      setIssue(tl('notLoaded'))
    }
  }

  return (
    <Dialog open size="small" title={t('import')} onClose={onClose} data-testid="import-recipe">
      <p className="text-sm">{t('importNote')}</p>
      <label className={`${buttonClass()} focus-ring-within mt-4`}>
        <Icon name="upload" />
        {t('choose')}
        <FilePicker accept=".json,application/json" data-testid="recipe-file" onPick={([file]) => void take(file)} />
      </label>
      {issue !== '' && (
        <p role="alert" className="mt-3 text-sm text-error" data-testid="recipe-problem">
          {issue}
        </p>
      )}
      {partly && (
        <div role="alert" className="mt-3 text-sm" data-testid="recipe-unknown">
          <ul className="max-h-40 list-disc overflow-y-auto pl-5 break-words text-warning">
            {partly.unknown.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          <Button look="solid" className="mt-3" onClick={() => put(partly.read)}>
            {t('importKnown')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
