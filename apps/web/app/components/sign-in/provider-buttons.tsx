import { useTranslations } from 'use-intl'
import type { OAuthProvider } from '@switchyard/contract'
import { FormFailure } from '../api-call/form-failure.tsx'
import { Button } from '../../ui/button.tsx'
import { RemoteIcon } from '../../ui/remote-icon.tsx'
import { ProviderFailure } from './provider-failure.tsx'
import type { ProviderSignIn } from './provider-window.ts'
import { useProvider } from './use-provider.ts'

interface Props {
  providers: readonly OAuthProvider[]
  /** On the button of each. */
  label: (name: string) => string
  wanted: ProviderSignIn
  /** Whether one may go there now. */
  mayGo?: () => boolean
  prove?: <T>(work: () => Promise<T>) => Promise<T>
  /** Somebody came back: the server knows who. */
  onDone: () => void
  className?: string
}

/** One button for each provider that this server has set up. */
export function ProviderButtons({ providers, label, wanted, mayGo, prove, onDone, className = 'flex-col' }: Props) {
  const t = useTranslations('app.method')
  const { open, failure, failed, ask } = useProvider(onDone, prove)
  return (
    <>
      <FormFailure failure={failure} />
      {failed !== undefined && <ProviderFailure code={failed} />}
      <div className={`flex gap-2 empty:hidden ${className}`}>
        {providers.map((provider) => (
          <Button
            key={provider}
            size="large"
            className="justify-center"
            aria-busy={open === provider}
            onClick={() => {
              if (mayGo?.() !== false) void ask(provider, wanted)
            }}
          >
            <RemoteIcon name={`simple-icons:${provider}`} />
            {label(t(provider))}
          </Button>
        ))}
      </div>
    </>
  )
}
