import { Suspense, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../../lib/use-online.ts'
import { Button } from '../../../ui/button.tsx'
import { FilePicker } from '../../../ui/file-picker.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { TemplateReport } from '@switchyard/recipe/model'
import { textOfFile } from '../../../components/node-list/add-files.ts'
import {
  fetchTemplate,
  templateNameOf,
  TEMPLATE_MAX_BYTES,
  type OwnTemplate,
  type TemplateChanges,
  type TemplateFailure,
} from '../../../components/config-form/template-library.ts'
import { checkTemplate } from '../session/check-template.ts'
import { reportGone } from '../../../components/node-list/report-gone.ts'
import { Broken } from '../../../components/config-form/template-preview.tsx'
import { useSession } from '../session/use-convert.ts'

const GitFileDialog = lazyPart(() =>
  import('../../../components/places/git-file-dialog.tsx').then(({ GitFileDialog }) => GitFileDialog),
)

export interface AddProps {
  onAdded: (template: OwnTemplate) => void
  /** Something was typed that closing would lose. */
  onDirty: (isDirty: boolean) => void
}

type BrokenReport = Extract<TemplateReport, { kind: 'broken' }>

/** Adds what can be used as a template; otherwise says why it cannot. */
function useAdd(onAdded: AddProps['onAdded'], onEdited?: (changes: TemplateChanges) => void) {
  const t = useTranslations('convert')
  const session = useSession()
  const [broken, setBroken] = useState<BrokenReport>()
  const add = async (template: Omit<OwnTemplate, 'id' | 'at'>) => {
    const report = await checkTemplate(session, { name: template.name, text: template.text }).catch(
      reportGone(t('status.noAnswer')),
    )
    if (!report) return
    if (report.kind === 'broken') return setBroken(report)
    setBroken(undefined)
    if (onEdited) onEdited({ ...template, at: Date.now() })
    else onAdded(session.templates.add({ ...template, at: Date.now() }))
  }
  return { add, broken, clear: () => setBroken(undefined) }
}

interface OwnProps extends AddProps {
  isPasting: boolean
  onPasting: (isPasting: boolean) => void
  /** The one whose text is edited; undefined: a new one is pasted. */
  edited: OwnTemplate | undefined
  onEdited: (id: string, changes: TemplateChanges) => void
}

/** Templates from a file or pasted. */
export function AddOwn({ onAdded, onDirty, isPasting, onPasting, edited, onEdited }: OwnProps) {
  const t = useTranslations('configForm.template')
  const tl = useTranslations('nodeList')
  const picker = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(edited?.name ?? '')
  const [text, setText] = useState(edited?.text ?? '')
  const [isKept, setKept] = useState(edited?.isKept ?? true)
  const [isTooLong, setTooLong] = useState(false)
  const { add, broken, clear } = useAdd(
    (template) => {
      setName('')
      setText('')
      onAdded(template)
    },
    edited && ((template) => onEdited(edited.id, template)),
  )
  const take = async (file: File) => {
    clear()
    setTooLong(file.size > TEMPLATE_MAX_BYTES)
    if (file.size > TEMPLATE_MAX_BYTES) return
    const text = await textOfFile(file, tl)
    if (text !== undefined) await add({ name: file.name, text, isKept })
  }

  return (
    <div className="flex flex-col gap-3">
      {isPasting ? (
        <>
          <Field label={t('name')}>
            {(control) => (
              <Input
                {...control}
                value={name}
                maxLength={80}
                placeholder={t('pasted')}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <Field label={t('text')} hint={t('textHint')}>
            {(control) => (
              <Textarea
                {...control}
                rows={10}
                className="font-mono text-xs"
                data-testid="template-text"
                value={text}
                onChange={(event) => {
                  setText(event.target.value)
                  clear()
                  onDirty(event.target.value !== (edited?.text ?? ''))
                }}
              />
            )}
          </Field>
        </>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button icon="upload" onClick={() => picker.current?.click()}>
            {t('file')}
          </Button>
          <Button icon="clipboard-paste" data-testid="template-paste" onClick={() => onPasting(true)}>
            {t('paste')}
          </Button>
          <FilePicker
            input={picker}
            label={t('file')}
            data-testid="template-file"
            accept=".ini,.txt,.yaml,.yml,.json,.conf"
            onPick={([file]) => file && void take(file)}
          />
        </div>
      )}
      <Keep isKept={isKept} onChange={setKept} />
      {isTooLong && <Failure code="too-large" />}
      {broken && <Broken report={broken} />}
      {isPasting && (
        <div className="flex gap-2">
          <Button
            look="solid"
            disabled={text.trim() === ''}
            data-testid="template-add"
            onClick={() => void add({ name: name.trim() || t('pasted'), text, isKept })}
          >
            {t(edited ? 'saveText' : 'add')}
          </Button>
          <Button
            onClick={() => {
              onPasting(false)
              onDirty(false)
            }}
          >
            {t('cancel')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** A template from a file of a repository. It is one of the person's own from then on. */
export function AddFromGit({ onAdded }: AddProps) {
  const t = useTranslations('configForm.template')
  const [isChoosing, setChoosing] = useState(false)
  const [isKept, setKept] = useState(true)
  const { add, broken, clear } = useAdd(onAdded)
  return (
    <>
      <p className="text-xs text-muted">{t('gitNote')}</p>
      <Button
        icon="files"
        className="self-start"
        data-testid="template-git"
        onClick={() => {
          clear()
          setChoosing(true)
        }}
      >
        {t('gitChoose')}
      </Button>
      <Keep isKept={isKept} onChange={setKept} />
      {broken && <Broken report={broken} />}
      <Suspense>
        {isChoosing && (
          <GitFileDialog
            title={t('gitChoose')}
            apply={t('fetch')}
            onRead={({ text }, { path }) => void add({ name: path.split('/').at(-1) ?? path, text, isKept })}
            onClose={() => setChoosing(false)}
          />
        )}
      </Suspense>
    </>
  )
}

interface UrlProps extends AddProps {
  onPasteInstead: () => void
}

/** A template from an address. The button is what sends the request. */
export function AddByUrl({ onAdded, onPasteInstead }: UrlProps) {
  const t = useTranslations('configForm.template')
  const tc = useTranslations('convert')
  const isOnline = useOnline()
  const [url, setUrl] = useState('')
  const [isKept, setKept] = useState(false)
  const [isFetching, setFetching] = useState(false)
  const [failure, setFailure] = useState<TemplateFailure>()
  const { add, broken, clear } = useAdd((template) => {
    setUrl('')
    onAdded(template)
  })
  const fetch = async () => {
    const address = url.trim()
    clear()
    setFailure(undefined)
    setFetching(true)
    const answer = await fetchTemplate(address)
    setFetching(false)
    if ('error' in answer) return setFailure(answer.error)
    await add({ name: templateNameOf(address), text: answer.text, url: address, isKept })
  }
  const isWrong = failure === 'address' || failure === 'not-https'

  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void fetch()
      }}
    >
      <Field
        label={t('address')}
        hint={isOnline ? t('addressHint') : tc('offline')}
        error={isWrong && t(`error.${failure}`)}
      >
        {(control) => (
          <span className="flex gap-2">
            <Input
              {...control}
              type="text"
              inputMode="url"
              placeholder="https://"
              data-testid="template-url"
              value={url}
              onChange={(event) => {
                setUrl(event.target.value)
                setFailure(undefined)
                clear()
              }}
            />
            <Button type="submit" disabled={isFetching || !isOnline || url.trim() === ''} data-testid="template-fetch">
              {isFetching ? t('fetching') : t('fetch')}
            </Button>
          </span>
        )}
      </Field>
      <Keep isKept={isKept} onChange={setKept} />
      {failure && !isWrong && (
        <>
          <Failure code={failure} />
          <Button size="small" className="self-start" onClick={onPasteInstead}>
            {t('pasteInstead')}
          </Button>
        </>
      )}
      {broken && <Broken report={broken} />}
    </form>
  )
}

function Keep({ isKept, onChange }: { isKept: boolean; onChange: (isKept: boolean) => void }) {
  const t = useTranslations('configForm.template')
  return (
    <div>
      <Checkbox checked={isKept} data-testid="template-keep" onChange={onChange}>
        {t('keep')}
      </Checkbox>
      <p className="text-xs text-muted">{t('keepNote')}</p>
    </div>
  )
}

function Failure({ code }: { code: TemplateFailure }) {
  const t = useTranslations('configForm.template')
  return (
    <p role="alert" className="flex gap-2 text-sm text-error" data-testid="template-failure">
      <Icon name="circle-alert" className="mt-0.5 size-4" />
      {t(`error.${code}`)}
    </p>
  )
}
