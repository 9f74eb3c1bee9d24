import { Component, lazy, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { loadAnew, reportChunkFailure } from '../lib/lazy-page.ts'
import { requestEnded, requestStarted } from '../lib/request-counter.ts'
import { showToast } from '../lib/toasts.ts'

/**
 * A part of a page in a chunk of its own, to stand in a `Suspense`. When the chunk does not load, the page stays as it
 * is and a toast offers another try, and from then on to load the page anew; so does the next time that the part is wanted.
 */
export function lazyPart<Props extends object>(importer: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const fresh = () =>
    lazy(() =>
      onItsWay(importer()).then(
        (part) => ({ default: part }),
        (cause: unknown) => {
          throw new ChunkMissing('A part of the page did not load', { cause })
        },
      ),
    )
  let current = fresh()
  return function LazyPart(props: Props) {
    const t = useTranslations('app')
    const [{ Part, attempt }, setPart] = useState(() => ({ Part: current, attempt: 0 }))
    const onMissing = () => {
      current = fresh()
      void reportChunkFailure(location.pathname)
      const retry = { label: t('retry'), run: () => setPart({ Part: current, attempt: attempt + 1 }) }
      const reload = { label: t('reload'), run: () => void loadAnew() }
      showToast({ kind: 'error', text: t('partMissing'), action: attempt === 0 ? retry : reload })
    }
    return (
      <Guard key={attempt} onMissing={onMissing}>
        <Part {...props} />
      </Guard>
    )
  }
}

/** The loading bar says that something comes. */
function onItsWay<T>(coming: Promise<T>): Promise<T> {
  requestStarted()
  return coming.finally(requestEnded)
}

class ChunkMissing extends Error {}

interface GuardProps {
  onMissing: () => void
  children: ReactNode
}

/** Nothing in place of a part that did not load; what goes wrong within a part is not its business. */
class Guard extends Component<GuardProps, { error?: Error }> {
  override state: { error?: Error } = {}

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch(error: Error): void {
    if (error instanceof ChunkMissing) this.props.onMissing()
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (error instanceof ChunkMissing) return null
    throw error
  }
}
