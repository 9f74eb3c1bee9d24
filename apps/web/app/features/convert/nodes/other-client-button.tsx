import { clientFacts, WIDEST_CLIENT } from '@switchyard/convert/facts'
import { useTranslations } from 'use-intl'
import { FixButton } from './fix-button.tsx'
import { switchToWidestClient } from './fixes.ts'
import { useFixTools } from './use-fixes.ts'

/** A button that changes the target to the client that takes the most nodes. `isShort`: it shows a shorter word. A screen reader still says the long one. */
export function OtherClientButton({ isShort = false }: { isShort?: boolean }) {
  const t = useTranslations('convert.line')
  const tools = useFixTools()
  const client = clientFacts(WIDEST_CLIENT).title
  return (
    <FixButton fix="target" onClick={() => switchToWidestClient(tools)} aria-label={t('toClient', { client })}>
      {t(isShort ? 'toClientShort' : 'toClient', { client })}
    </FixButton>
  )
}
