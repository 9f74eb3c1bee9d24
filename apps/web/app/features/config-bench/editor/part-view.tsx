import type { FormListKind } from '@switchyard/convert/configs'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { CommitInput } from '../../../components/config-form/commit-input.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import type { FormView } from '../../../workers/tasks/config-form.ts'
import { FieldList } from './field-list.tsx'
import { useFormContext } from './form-context.ts'
import type { OpenPart } from './open-part.ts'
import { RuleForm } from './rule-form.tsx'
import { isWithin, pointerOf } from './pointer.ts'

const MEMBERS_SHOWN = 200

interface Props {
  view: FormView
  open: OpenPart
  onBack: () => void
}

/** One part: its name, its keys, and of a group whom it has. */
export function PartView({ view, open, onBack }: Props) {
  const t = useTranslations('formEditor')
  const { issues, isFrozen, run } = useFormContext()
  const back = useRef<HTMLButtonElement>(null)
  const { path, kind, name } = open
  useEffect(() => back.current?.focus({ preventScroll: true }), [])
  const list = view.section.lists.find((one) => pointerOf(path).startsWith(`${pointerOf(one.path)}/`))
  const isRule = kind === 'rule' || kind === 'dns-rule'
  const isLine = isRule && list?.newTypes.length === 0
  const index = Number(path.at(-1))
  const title = isRule ? t('ruleNumber', { n: index + 1 }) : name || t('unnamed')
  const fields = view.fields
  const shown = new Set(fields?.fields.map((field) => pointerOf(field.path)))
  // What is said of the part as a whole: fields say the rest.
  const whole = issues.filter(({ path: pointer }) => isWithin(pointer, pointerOf(path)) && ![...shown].some((field) => isWithin(pointer, field))) // oxfmt-ignore
  const rename = (to: string) => {
    const wanted = to.trim()
    if (wanted === '' || wanted === name) return
    if (name) run({ kind: 'rename', of: kind, from: name, to: wanted }, t('did.renamed', { before: name, name: wanted }))
    else if (list?.nameKey) run({ kind: 'set', path: [...path, list.nameKey], value: wanted }, t('did.set', { name: list.nameKey })) // oxfmt-ignore
  }
  return (
    <div className="flex flex-col gap-4" data-testid="form-part">
      <div className="flex items-center gap-2">
        <Button ref={back} size="small" look="ghost" icon="chevron-left" onClick={onBack}>
          {t(`section.${view.section.id}`)}
        </Button>
        <h2 className="min-w-0 flex-1 truncate font-semibold">{title}</h2>
      </div>
      {whole.map(({ message, severity }, at) => (
        <p key={at} className={`text-sm wrap-anywhere ${severity === 'error' ? 'text-error' : 'text-warning'}`}>
          {message}
        </p>
      ))}
      {!isRule && (
        <Field label={t('name')} hint={hasReferences(kind) ? t('nameNote') : undefined}>
          {(control) => <CommitInput {...control} value={name ?? ''} disabled={isFrozen} onCommit={rename} />}
        </Field>
      )}
      {isLine ? (
        <RuleForm
          line={name ?? ''}
          lines={list?.texts ?? []}
          count={list?.texts?.length ?? 0}
          at={index}
          onSave={(text) => {
            if (text !== name) run({ kind: 'rewrite', path, text }, t('did.set', { name: title }))
            onBack()
          }}
          onCancel={onBack}
        />
      ) : (
        fields && <FieldList map={fields} {...(list?.nameKey && { without: [list.nameKey] })} />
      )}
      {view.members && <MemberPreview {...view.members} />}
    </div>
  )
}

function hasReferences(kind: FormListKind): boolean {
  return kind !== 'rule' && kind !== 'dns-rule'
}

/** Whom a group has in the end, with those that its filters find. */
function MemberPreview({ members, unread }: NonNullable<FormView['members']>) {
  const t = useTranslations('formEditor')
  return (
    <section className="flex flex-col gap-2" data-testid="member-preview">
      <h3 className="text-sm font-semibold">{t('preview', { n: members.length })}</h3>
      <p className="text-xs text-muted">{t('previewNote')}</p>
      {members.length > 0 && (
        <ul className="flex flex-wrap gap-1">
          {members.slice(0, MEMBERS_SHOWN).map((name, index) => (
            <li key={index} className="max-w-full truncate rounded border border-line px-1.5 py-0.5 text-xs">
              {name}
            </li>
          ))}
        </ul>
      )}
      {members.length > MEMBERS_SHOWN && <p className="text-xs text-muted">{t('more', { n: members.length - MEMBERS_SHOWN })}</p>}
      {unread.length > 0 && <p className="text-xs text-muted">{t('unread', { names: unread.join(', ') })}</p>}
    </section>
  ) // oxfmt-ignore
}
