import { clientFacts, WIDEST_CLIENT } from '@switchyard/convert/facts'
import { withCommon, withOutput } from '@switchyard/recipe/model'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { clearNameFilters } from '../nodes/fixes.ts'
import { useOtherClient } from '../nodes/use-other-client.ts'
import type { Model } from '../session/model.ts'
import { useSession } from '../session/use-convert.ts'

interface Props {
  code: string
  look?: 'solid' | 'outline'
  size?: 'small'
}

/** The change of the settings that gives a result again, where there is one. */
export function ErrorRepair({ code, ...button }: Props) {
  const t = useTranslations('convert.line')
  const tc = useTranslations('convert')
  const session = useSession()
  const other = useOtherClient()
  switch (code) {
    case 'no-nodes-by-name':
      return (
        <Button {...button} data-testid="clear-name-filters" onClick={() => clearNameFilters({ session, t: tc })}>
          {t('clearFilter')}
        </Button>
      )
    case 'bad-template':
      return (
        <Button {...button} onClick={() => session.change(withStandardTemplate)}>
          {t('standardTemplate')}
        </Button>
      )
    case 'no-nodes-for-clash':
      return (
        <Button {...button} onClick={() => session.change((model) => withOutput(model, WIDEST_CLIENT))}>
          {other ? t('toClientFor', other) : t('toClient', { client: clientFacts(WIDEST_CLIENT).title })}
        </Button>
      )
    default:
      return null
  }
}

/** A template of the user's own stays among the chosen ones: only this work goes on without it. */
const withStandardTemplate = (model: Model): Model => withCommon(model, { template: 'standard' })
