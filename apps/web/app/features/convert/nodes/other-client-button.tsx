import { clientFacts, WIDEST_CLIENT } from '@switchyard/convert/facts'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { switchToWidestClient } from './fixes.ts'
import { useFixTools } from './use-fixes.ts'

/** Changes to the client that takes the most nodes. */
export function OtherClientButton() {
  const t = useTranslations('convert.line')
  const tools = useFixTools()
  return (
    <Button
      size="small"
      className="h-7! shrink-0 border-line-strong! text-sm!"
      data-fix="target"
      onClick={() => switchToWidestClient(tools)}
    >
      {t('toClient', { client: clientFacts(WIDEST_CLIENT).title })}
    </Button>
  )
}
