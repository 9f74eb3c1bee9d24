import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { OUTPUT_FACTS } from '@switchyard/convert/facts'

/** How an output is called on the page; a name that this page does not know stays as it is. */
export function useClientName(): (client: string) => string {
  const t = useTranslations('taken')
  return useCallback(
    (client) => {
      // A list of links has no name of its own.
      if (client === 'links') return t('links')
      return OUTPUT_FACTS.find(({ id }) => id === client)?.title ?? client
    },
    [t],
  )
}
