import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { showToast } from '../../../lib/toasts.ts'
import { Icon } from '../../../ui/icon.tsx'
import { tooltip } from '../../../ui/tooltip.tsx'
import { useGrid } from '../grid-context.ts'
import { MASK } from '../edit/secrets.ts'
import { useTimedReveal } from '../../../ui/use-timed-reveal.ts'

/** Password, uuid or key of a node, out of sight until it is asked for. */
export function Secret({ id }: { id: string }) {
  const { t, loadSecret } = useGrid()
  const tApp = useTranslations('app')
  const [shown, setShown] = useTimedReveal()
  const [secret, setSecret] = useState<string>()
  useEffect(() => {
    if (!shown) setSecret(undefined)
  }, [shown])
  const show = async () => {
    try {
      setSecret(await loadSecret(id))
      setShown(true)
    } catch {
      showToast({ kind: 'error', text: tApp('partMissing'), action: { label: tApp('retry'), run: () => void show() } })
    }
  }
  return (
    <>
      <span className="min-w-0 truncate font-mono">{shown && secret !== undefined ? secret : MASK}</span>
      <button
        type="button"
        tabIndex={-1}
        data-act="secret"
        aria-pressed={shown}
        aria-label={t(shown ? 'hideSecret' : 'showSecret')}
        {...tooltip(t(shown ? 'hideSecret' : 'showSecret'))}
        className="grid size-6 shrink-0 place-items-center rounded text-muted hover:bg-hover hover:text-fg"
        onClick={() => {
          if (shown) return setShown(false)
          void show()
        }}
      >
        <Icon name={shown ? 'eye-off' : 'eye'} className="size-3.5" />
      </button>
    </>
  )
}
