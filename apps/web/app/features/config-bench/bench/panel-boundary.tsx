import { Component, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

interface State {
  error: Error | undefined
}

/** A panel that breaks says so and can be tried again; the text beside it lives on. */
export class PanelBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: Error): State {
    return { error }
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children
    return <Broken onRetry={() => this.setState({ error: undefined })} />
  }
}

function Broken({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('configBench')
  const tApp = useTranslations('app')
  return (
    <EmptyState icon="circle-alert" text={t('panelBroken')}>
      <Button onClick={onRetry}>{tApp('retry')}</Button>
    </EmptyState>
  )
}
