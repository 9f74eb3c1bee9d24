import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAppConfig } from '../../lib/app-config.ts'
import { useStore } from '../../lib/store.ts'
import { FormFailure } from '../api-call/form-failure.tsx'
import { useSubmit } from '../api-call/use-submit.ts'
import { uiSettings } from '../kept-settings/ui-settings.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { shortServices } from './chosen-service.ts'
import { shorten } from './shorten.ts'
import { useShortenWords } from './use-shorten-words.ts'

/** The button that was pressed is gone: the focus goes to what came in its place. */
const focusOnce = (element: HTMLElement | null) => element?.focus()

/** Offers a short link for an address. Where none can be made the address is still there, and this alone is tried again. */
export function ShortenStep({ url }: { url: string }) {
  const t = useTranslations('shorten')
  const [short, setShort] = useState<string>()
  const { isBusy, failure, submit } = useSubmit(useShortenWords())
  const { shortLinks } = useAppConfig()
  const { chosen } = shortServices(useStore(uiSettings))
  // Nobody makes one.
  if (!chosen && !shortLinks) return null
  if (short !== undefined)
    return (
      <div
        ref={focusOnce}
        tabIndex={-1}
        className="flex items-center gap-2 max-sm:flex-col max-sm:items-stretch"
        data-testid="shortened"
      >
        <code className="min-w-0 flex-1 rounded-md border border-line bg-sunken px-3 py-1.5 text-xs leading-5 break-all select-all">
          {short}
        </code>
        <CopyButton text={short} label={t('copy')} />
      </div>
    )
  return (
    <div className="flex flex-col items-start gap-2">
      {failure && (
        <div className="w-full">
          <FormFailure failure={failure} />
          <p className="mt-1 text-muted">{t('addressStays')}</p>
        </div>
      )}
      <Button icon="link" disabled={isBusy} onClick={() => void submit(async () => setShort(await shorten({ url })))}>
        {failure ? t('again') : t('make')}
      </Button>
      <p className="text-xs text-muted">{t('by', { service: chosen?.name ?? t('builtIn') })}</p>
    </div>
  )
}
