import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { UnlockTokens } from '../../components/git-accounts/token-gate.tsx'
import { useGitAccounts } from '../../components/git-accounts/use-git-accounts.ts'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { uiSettings, type UiSettings } from '../../components/kept-settings/ui-settings.ts'
import { shortServices } from '../../components/short-service/chosen-service.ts'
import { keptKeyIn } from '../../components/short-service/kept-keys.ts'
import { takesCode } from '../../components/short-service/short-service.ts'
import { shorten } from '../../components/short-service/shorten.ts'
import { useShortenWords } from '../../components/short-service/use-shorten-words.ts'
import { call } from '../../lib/api.ts'
import { useAppConfig } from '../../lib/app-config.ts'
import { localizedPath } from '../../lib/locale.ts'
import { session } from '../../lib/session.ts'
import { askToSignIn } from '../../lib/sign-in-request.ts'
import { useStore } from '../../lib/store.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { endOf, type Span, SPANS } from './expiry.ts'
import { codeMistake, targetMistake } from './link-mistakes.ts'
import { LinkQrDialog } from './link-qr-dialog.tsx'

const NO_SETTINGS: UiSettings = {}
const PASSWORD_MAX = 128
const CODE_MAX = 32

/** A new short link: from this server, or from the service that the person chose. What was typed stays until it is made. */
export function NewLinkForm({ onMade }: { onMade: () => void }) {
  const t = useTranslations('short')
  const words = useTranslations('shorten')
  const locale = useRouteLocale()
  const { siteUrl } = useAppConfig()
  const { chosen } = shortServices(useStore(uiSettings, NO_SETTINGS))
  const [target, setTarget] = useState('')
  const [code, setCode] = useState('')
  const [span, setSpan] = useState<Span>('never')
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const [made, setMade] = useState('')
  const [isShown, setShown] = useState(false)
  const targetField = useRef<HTMLInputElement>(null)
  const codeField = useRef<HTMLInputElement>(null)
  const { isBusy, failure, submit, clear } = useSubmit(useShortenWords())
  const known = useGitAccounts()
  const isLocked = chosen !== undefined && known?.lock === 'locked' && keptKeyIn(known, chosen) !== undefined
  const hasCode = !chosen || takesCode(chosen)
  const wrongTarget = targetMistake(target)
  const wrongCode = hasCode ? codeMistake(code) : undefined

  const make = async () => {
    setTried(true)
    if (wrongTarget) return targetField.current?.focus()
    if (wrongCode) return codeField.current?.focus()
    if (!chosen && !session.get()?.user && !(await askToSignIn())) return
    const isMade = await submit(async () => {
      if (chosen) return setMade(await shorten({ url: target.trim(), code }))
      const expiresAt = endOf(span, Date.now())
      const link = await call('POST /api/short-links', {
        body: {
          target: target.trim(),
          ...(code === '' ? {} : { code }),
          ...(expiresAt === undefined ? {} : { expiresAt }),
          ...(password === '' ? {} : { password }),
        },
        quiet: true,
      })
      setMade(link.url)
      onMade()
    })
    if (!isMade) return
    setTarget('')
    setCode('')
    setPassword('')
    setTried(false)
  }
  // What the server says of one field stands below that field.
  const ofField = (name: string) => (failure?.field === name ? failure.text : undefined)
  const hasOwnPlace = failure?.field === 'target' || failure?.field === 'code'

  return (
    <>
      {isLocked && (
        <div className="mb-4">
          <UnlockTokens />
        </div>
      )}
      <form
        noValidate
        className="card grid gap-4 p-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
        data-testid="new-link"
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        {failure && !hasOwnPlace && (
          <div className="col-span-full">
            <FormFailure failure={failure} />
          </div>
        )}
        <Field
          label={t('target')}
          className="col-span-full"
          error={ofField('target') ?? (isTried && wrongTarget && t(`targetMistake.${wrongTarget}`))}
        >
          {(control) => (
            <Input
              {...control}
              ref={targetField}
              type="url"
              inputMode="url"
              value={target}
              placeholder="https://example.com/…"
              onChange={(event) => {
                setTarget(event.target.value)
                clear()
              }}
            />
          )}
        </Field>
        {hasCode && (
          <Field
            label={t('code')}
            className={chosen ? '' : 'sm:col-span-2 lg:col-span-1'}
            hint={chosen ? t('codeHintAlone') : t('codeHint', { prefix: `${siteUrl.replace(/^https?:\/\//, '')}/s/` })}
            error={ofField('code') ?? (wrongCode && (isTried || code.length > 2) && t(`codeMistake.${wrongCode}`))}
          >
            {(control) => (
              <Input
                {...control}
                ref={codeField}
                value={code}
                maxLength={CODE_MAX}
                autoCapitalize="off"
                placeholder={t('codePlaceholder')}
                onChange={(event) => {
                  setCode(event.target.value)
                  clear()
                }}
              />
            )}
          </Field>
        )}
        {!chosen && (
          <>
            <Field label={t('expiry')}>
              {(control) => (
                <Select
                  {...control}
                  value={span}
                  choices={SPANS.map((value) => ({ value, label: t(`span.${value}`) }))}
                  onChange={setSpan}
                />
              )}
            </Field>
            <Field label={t('password')}>
              {(control) => (
                <Input
                  {...control}
                  type="password"
                  autoComplete="new-password"
                  value={password}
                  maxLength={PASSWORD_MAX}
                  placeholder={t('passwordPlaceholder')}
                  onChange={(event) => setPassword(event.target.value)}
                />
              )}
            </Field>
          </>
        )}
        <Button
          type="submit"
          look="solid"
          disabled={isBusy}
          className="justify-center self-start max-lg:col-span-full lg:mt-6"
        >
          {isBusy ? t('making') : t('make')}
        </Button>
        <p className="col-span-full text-xs text-muted">
          {words('by', { service: chosen?.name ?? words('builtIn') })}{' '}
          <Link to={localizedPath(locale, '/settings/api/short')} className="target text-link-plain">
            {t('change')}
          </Link>
        </p>
      </form>
      {made !== '' && (
        <div role="status" className="card mt-3 flex flex-wrap items-center gap-2 p-4" data-testid="made-link">
          <code className="min-w-48 flex-1 text-base font-medium break-all select-all">{made}</code>
          <CopyButton text={made} label={t('copy')} look="solid" />
          <Button icon="qr-code" onClick={() => setShown(true)}>
            {t('qr')}
          </Button>
        </div>
      )}
      {isShown && <LinkQrDialog url={made} onClose={() => setShown(false)} />}
    </>
  )
}
