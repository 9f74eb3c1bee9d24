import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { gitAccounts } from '../../components/git-accounts/browser-git-accounts.ts'
import { usePassphrase } from '../../components/git-accounts/passphrase-fields.tsx'
import { type TokenKeeping, TokenKeepingChoice } from '../../components/git-accounts/token-keeping.tsx'
import { useGitAccounts } from '../../components/git-accounts/use-git-accounts.ts'
import { shortTokens } from '../../components/short-service/chosen-service.ts'
import { forgetKey, keepKey, keptKeyIn } from '../../components/short-service/kept-keys.ts'
import {
  BODIES,
  FIELD_MAX,
  SERVICE_METHODS,
  SERVICE_NAME_MAX,
  requestOf,
  type ServiceField,
  serviceMistakes,
  type ShortService,
  takesToken,
} from '../../components/short-service/short-service.ts'
import { askService, type ServiceAnswer } from '../../components/short-service/shorten.ts'
import { useShortenWords } from '../../components/short-service/use-shorten-words.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Textarea } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { Select } from '../../ui/select.tsx'

interface Props {
  service: ShortService
  onSave: (service: ShortService) => void
  onClose: () => void
}

const HIDDEN = '••••'
const TEST_TARGET = 'https://example.com/'
const ANSWER_SHOWN = 500

/** How a service of somebody else is asked: its request, and where the short link stands in its answer. */
export function ServiceForm({ service: before, onSave, onClose }: Props) {
  const t = useTranslations('short')
  const [service, setService] = useState(before)
  const known = useGitAccounts()
  const [kept] = useState(() => keptKeyIn(known, before))
  const [token, setToken] = useState(() => shortTokens.get()[before.id] ?? (kept && gitAccounts.tokenOf(kept)) ?? '')
  const [tokenBefore] = useState(token)
  const [keeping, setKeeping] = useState<TokenKeeping>(kept ? 'device' : 'tab')
  const passphrase = usePassphrase(known?.lock ?? 'none')
  const { isBusy, failure, submit } = useSubmit()
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const mistakes = serviceMistakes(service)
  const isSound = Object.keys(mistakes).length === 0
  const isDirty =
    token !== tokenBefore || keeping !== (kept ? 'device' : 'tab') || JSON.stringify(service) !== JSON.stringify(before)
  const hasBody = service.method === 'POST'

  const set = (change: Partial<ShortService>) => setService({ ...service, ...change })
  const wrong = (field: ServiceField) => {
    const mistake = mistakes[field]
    // A key that is written out is said at once: it must not be kept.
    return mistake && (isTried || mistake === 'key') && t(`serviceMistake.${mistake}`)
  }
  const keepToken = async () => {
    const isOfDevice = keeping === 'device' && takesToken(service)
    // As it is kept already, and perhaps locked.
    if (isOfDevice && token === tokenBefore && kept?.base === service.url) return true
    if (isOfDevice && token !== '' && !(await passphrase.open())) return false
    if (kept) await forgetKey(before)
    if (isOfDevice && token !== '') await keepKey(service, token)
    shortTokens.set((tokens) => ({ ...tokens, [service.id]: isOfDevice ? '' : token }))
    return true
  }
  const save = () => {
    setTried(true)
    if (!isSound) return void requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()) // oxfmt-ignore
    void submit(async () => {
      if (await keepToken()) onSave(service)
    })
  }
  const line = (field: Exclude<ServiceField, 'method' | 'body'>, hint?: string, className = '') => (
    <Field label={t(`field.${field}`)} hint={hint} error={wrong(field)} className={className}>
      {(control) => (
        <Input
          {...control}
          value={service[field]}
          maxLength={field === 'name' ? SERVICE_NAME_MAX : FIELD_MAX}
          autoCapitalize="off"
          onChange={(event) => set({ [field]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-4"
      data-testid="service-form"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <LeaveGuard isDirty={isDirty} />
      <div className="card grid gap-4 p-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
        {line('name', undefined, 'col-span-full')}
        <Field label={t('field.method')}>
          {(control) => (
            <Select
              {...control}
              value={service.method}
              choices={SERVICE_METHODS.map((value) => ({ value, label: value }))}
              onChange={(method) => set({ method })}
            />
          )}
        </Field>
        {line('url', t('urlHint'))}
        {line('headerName')}
        {line('headerValue', t('headerHint'))}
        {hasBody && (
          <>
            <Field label={t('field.body')}>
              {(control) => (
                <Select
                  {...control}
                  value={service.body}
                  choices={BODIES.map((value) => ({ value, label: t(`body.${value}`) }))}
                  onChange={(body) => set({ body })}
                />
              )}
            </Field>
            {service.body === 'none' ? (
              <span />
            ) : (
              <Field label={t('field.template')} hint={t('templateHint')} error={wrong('template')}>
                {(control) => (
                  <Textarea
                    {...control}
                    rows={3}
                    className="font-mono text-xs"
                    value={service.template}
                    maxLength={FIELD_MAX}
                    onChange={(event) => set({ template: event.target.value })}
                  />
                )}
              </Field>
            )}
          </>
        )}
        {line('answerPath', t('answerHint'), 'col-span-full')}
        {takesToken(service) && (
          <>
            <Field label={t('token')} hint={t('tokenHint')} className="col-span-full">
              {(control) => (
                <Input
                  {...control}
                  type="password"
                  autoComplete="off"
                  value={token}
                  placeholder={kept && token === '' ? t('tokenKept') : ''}
                  onChange={(event) => setToken(event.target.value)}
                />
              )}
            </Field>
            <div className="col-span-full flex flex-col gap-4">
              <TokenKeepingChoice legend={t('keepKey')} value={keeping} onChange={setKeeping} />
              {keeping === 'device' && token !== '' && !(kept && token === tokenBefore) && passphrase.fields}
            </div>
          </>
        )}
        {failure && (
          <div className="col-span-full">
            <FormFailure failure={failure} />
          </div>
        )}
      </div>
      <ServiceTest service={service} token={token} isSound={isSound} onRefused={() => setTried(true)} />
      <div className="flex flex-wrap justify-end gap-2 max-sm:sticky max-sm:bottom-(--bottom-bar) max-sm:z-10 max-sm:-mx-4 max-sm:border-t max-sm:border-line max-sm:bg-page max-sm:px-4 max-sm:py-2">
        {isDirty ? (
          <Button
            onClick={() => {
              setService(before)
              setToken(tokenBefore)
              setKeeping(kept ? 'device' : 'tab')
            }}
          >
            {t('revert')}
          </Button>
        ) : null}
        <Button onClick={onClose} disabled={isDirty}>
          {t('back')}
        </Button>
        <Button type="submit" look="solid" disabled={isBusy}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

interface TestProps {
  service: ShortService
  token: string
  isSound: boolean
  onRefused: () => void
}

/** Asks the service once: what was sent, without the key, and what came back. */
function ServiceTest({ service, token, isSound, onRefused }: TestProps) {
  const t = useTranslations('short')
  const title = useId()
  const [answer, setAnswer] = useState<ServiceAnswer>()
  const [isMissing, setMissing] = useState(false)
  const { isBusy, failure, submit } = useSubmit(useShortenWords())
  const test = () => {
    if (!isSound) return onRefused()
    if (takesToken(service) && token === '') return setMissing(true)
    setMissing(false)
    setAnswer(undefined)
    void submit(async () => setAnswer(await askService(service, { url: TEST_TARGET }, token)))
  }
  const sent =
    isSound && (answer || failure) ? requestOf(service, { url: TEST_TARGET, code: '', token: HIDDEN }) : undefined
  return (
    <section aria-labelledby={title} className="card flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={title} className="font-semibold">
          {t('test')}
        </h2>
        <Button disabled={isBusy} onClick={test}>
          {isBusy ? t('testing') : t('testNow')}
        </Button>
      </div>
      <p className="text-muted">{t('testNote', { url: TEST_TARGET })}</p>
      {sent && (
        <div>
          <p className="text-xs font-medium text-muted">{t('sent')}</p>
          <pre
            className="mt-1 overflow-x-auto rounded-md border border-line bg-sunken p-2 text-xs whitespace-pre-wrap"
            tabIndex={0}
          >
            {`${sent.method} ${decodeURI(sent.address)}\n${Object.entries(sent.headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}${sent.body === undefined ? '' : `\n\n${sent.body}`}`}
          </pre>
        </div>
      )}
      <FormFailure failure={isMissing && token === '' ? { text: t('tokenFirst') } : failure} />
      {answer && (
        <div role="status">
          <p className={`flex items-start gap-2 ${'url' in answer.found ? 'text-success' : 'text-error'}`}>
            <Icon name={'url' in answer.found ? 'circle-check' : 'circle-alert'} className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              {'url' in answer.found
                ? t('testWorks', { url: answer.found.url })
                : t(`testMistake.${answer.found.mistake}`, { status: String(answer.status) })}
            </span>
          </p>
          <p className="mt-2 text-xs font-medium text-muted">{t('answered', { status: String(answer.status) })}</p>
          <pre
            className="mt-1 overflow-x-auto rounded-md border border-line bg-sunken p-2 text-xs whitespace-pre-wrap"
            tabIndex={0}
          >
            {withoutToken(answer.text, token).slice(0, ANSWER_SHOWN)}
          </pre>
        </div>
      )}
    </section>
  )
}

/** A service may say back what it was sent. */
function withoutToken(text: string, token: string): string {
  return token === '' ? text : text.replaceAll(token, HIDDEN)
}
