import { clientFacts, WIDEST_CLIENT } from '@switchyard/convert/facts'
import { useTranslations } from 'use-intl'
import { FixButton } from './fix-button.tsx'
import { switchToWidestClient } from './fixes.ts'
import { useFixTools } from './use-fixes.ts'

/** A button that changes the target to the client that takes the most nodes. */
export function OtherClientButton() {
  const t = useTranslations('convert.line')
  const tools = useFixTools()
  return (
    <FixButton fix="target" onClick={() => switchToWidestClient(tools)}>
      {t('toClient', { client: clientFacts(WIDEST_CLIENT).title })}
    </FixButton>
  )
}
