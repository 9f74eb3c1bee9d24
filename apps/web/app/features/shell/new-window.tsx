import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { IntlProvider, useTranslations } from 'use-intl'
import { handOver } from '../../components/handover/handover.ts'
import { localizedPath, type Locale } from '../../lib/locale.ts'
import { messagesOf } from '../../lib/messages.ts'
import { currentOutput } from '../../lib/new-window.ts'
import { readClipboard } from '../../lib/read-clipboard.ts'
import { useStore } from '../../lib/store.ts'
import { Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { nameIssue, NEW_KIND_IDS, NEW_KINDS, type NewKind } from './new-kinds.ts'

type Start = 'blank' | 'clipboard' | 'output'

interface Props {
  locale: Locale
  kind: string | undefined
  onClose: () => void
}

/** Something new: what it is, what it is called and what it starts from. The page that it is for makes it. */
export function NewWindow(props: Props) {
  // The page below was drawn before these words were there.
  return (
    <IntlProvider locale={props.locale} messages={messagesOf(props.locale)}>
      <OpenWindow {...props} />
    </IntlProvider>
  )
}

function OpenWindow({ locale, kind: first, onClose }: Props) {
  const t = useTranslations('newWindow')
  const navigate = useNavigate()
  const output = useStore(currentOutput, undefined)
  const [kind, setKind] = useState(NEW_KIND_IDS.find((id) => id === first) ?? NEW_KIND_IDS[0]!)
  const [name, setName] = useState('')
  const [isTyped, setTyped] = useState(false)
  const [start, setStart] = useState<Start>('blank')
  /** Undefined while it is read; null: the browser does not give it. */
  const [text, setText] = useState<string | null | undefined>('')
  const asked = useRef<Start>('blank')

  const { path, given, isEmpty, ...rules }: NewKind = NEW_KINDS[kind]
  const issue = nameIssue(name, rules)
  const isThere = isEmpty === true || start === 'blank' || (typeof text === 'string' && text.trim() !== '')

  const choose = async (next: Start) => {
    setStart(next)
    setText(undefined)
    asked.current = next
    const read = await textOf(next, output?.read)
    if (asked.current === next) setText(read ?? null)
  }
  const create = () => {
    handOver({ text: '', files: [], ...given(name.trim(), isEmpty ? '' : (text ?? '')) })
    void navigate(localizedPath(locale, path))
  }
  return (
    <FormDialog
      title={t('title')}
      size="medium"
      apply={t('create')}
      canApply={issue === undefined && isThere}
      onApply={create}
      onClose={onClose}
      data-testid="new-window"
    >
      <RadioCards
        legend={t('what')}
        value={kind}
        className="grid gap-2 sm:grid-cols-2"
        cards={NEW_KIND_IDS.map((id) => ({
          value: id,
          icon: NEW_KINDS[id].icon,
          label: t(`kind.${id}`),
          note: t(`kindNote.${id}`),
        }))}
        onChange={setKind}
      />
      <Field label={t('name')} error={issue && (isTyped || issue !== 'needed') && t(issue, { n: rules.nameMax })}>
        {(control) => (
          <Input
            {...control}
            data-autofocus
            value={name}
            placeholder={t('namePlaceholder')}
            onChange={(event) => {
              setName(event.target.value)
              setTyped(true)
            }}
          />
        )}
      </Field>
      {!isEmpty && (
        <>
          <RadioCards<Start>
            legend={t('start')}
            value={start}
            cards={(['blank', 'clipboard', ...(output ? (['output'] as const) : [])] as const).map((value) => ({
              value,
              label: t(`from.${value}`),
            }))}
            onChange={(next) => void choose(next)}
          />
          <p role="status" className="text-xs text-muted">
            {start !== 'blank' &&
              text !== undefined &&
              t(text === null ? 'notGiven' : isThere ? 'lines' : 'nothing', { n: linesOf(text) })}
          </p>
        </>
      )}
    </FormDialog>
  )
}

/** Undefined: it could not be read. */
async function textOf(start: Start, readOutput: (() => Promise<string>) | undefined): Promise<string | undefined> {
  if (start === 'blank') return ''
  if (start === 'clipboard') return readClipboard()
  return readOutput?.().catch(() => undefined)
}

const linesOf = (text: string | null) => text?.trim().split('\n').length ?? 0
