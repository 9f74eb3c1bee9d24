import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

interface Props {
  status: 'too-large' | 'unloaded' | 'broken'
  onRetry: () => void
}

/** Why the yard shows nothing, in the place where it would. */
export function YardInstead({ status, onRetry }: Props) {
  const t = useTranslations('home.yard')
  return (
    <>
      <Icon name={status === 'unloaded' ? 'wifi-off' : 'circle-alert'} className="size-6 text-warning" />
      <p role="alert" className="max-w-prose">
        {t(status === 'too-large' ? 'tooLarge' : status)}
      </p>
      {status !== 'too-large' && (
        <Button icon="refresh-cw" onClick={onRetry} data-testid="yard-retry">
          {t('retry')}
        </Button>
      )}
    </>
  )
}
