import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ClientId } from '@switchyard/recipe/model'
import { localizedPath, type Locale } from '../../lib/locale.ts'
import { Icon } from '../../ui/icon.tsx'
import { SAMPLE_KEPT } from './sample-yard.ts'
import { YARD_CLIENTS } from './yard-clients.ts'
import { AT_ONCE_MAX_NODES } from '@switchyard/convert/limits'
import type { YardState } from './yard-state.ts'

interface Props {
  state: YardState
  locale: Locale
  /** The client whose config was just copied, or is being made. */
  copied: ClientId | undefined
  making: ClientId | undefined
  onCopy: (client: ClientId) => void
}

/** A card for each client. Before anything is given they lead to the converter; then they copy a finished config. */
export function YardCards({ state, locale, copied, making, onCopy }: Props) {
  const t = useTranslations('home.yard')
  const hasOwn = state.status === 'ready' || (state.status === 'reading' && state.glance !== undefined)
  const nodes = state.glance?.counts.nodes ?? 0
  return (
    <ul className="yard-cards">
      {YARD_CLIENTS.map(({ id, name, file }) => {
        const written = state.written[id]
        return (
          <li key={id} className="min-w-0">
            {hasOwn ? (
              <button
                type="button"
                className="yard-card"
                data-testid={`yard-card-${id}`}
                data-copied={copied === id || undefined}
                aria-disabled={state.status !== 'ready'}
                onClick={() => state.status === 'ready' && onCopy(id)}
              >
                <span className="block max-w-full truncate font-semibold max-sm:text-xs max-sm:leading-5">{name}</span>
                <span className="mt-1 block text-lg leading-6 font-semibold tabular-nums">
                  {written ? (
                    <>
                      {t('kept', { count: written.kept })}
                      <span className="text-xs font-normal text-muted">{t('of', { count: nodes })}</span>
                    </>
                  ) : (
                    <span className="text-muted">{nodes > AT_ONCE_MAX_NODES ? file : '…'}</span>
                  )}
                </span>
                <span className={`yard-act ${copied === id ? 'text-success' : 'text-link'}`}>
                  <Icon name={copied === id ? 'check' : 'copy'} className="size-3.5" />
                  {copied === id ? t('copiedShort') : making === id ? t('making') : t('copy')}
                </span>
              </button>
            ) : (
              <Link
                to={`${localizedPath(locale, '/convert')}?target=${id}`}
                className="yard-card"
                data-testid={`yard-card-${id}`}
              >
                <span className="block max-w-full truncate font-semibold max-sm:text-xs max-sm:leading-5">{name}</span>
                <span className="mt-1 block text-lg leading-6 font-semibold tabular-nums">
                  {t('kept', { count: SAMPLE_KEPT[id] })}
                  <span className="text-xs font-normal text-muted">{t('of', { count: 4 })}</span>
                </span>
                <span className="yard-act text-muted">{file}</span>
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
