import { useTranslations } from 'use-intl'
import { useStore } from '../../lib/store.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { areRowsComing, FIRST_STATE, isHalted } from '../engine/desk-state.ts'
import { useList } from './use-list.ts'

/** What a list that has nothing to show waits for, and what is said when the engine has stopped. */
export function useReading(isEmpty: boolean) {
  const t = useTranslations('listImport.reading')
  const { desk } = useList()
  const { status, progress } = useStore(desk.state, FIRST_STATE)
  const isReading = isEmpty && areRowsComing(status, false)
  const text = progress ? t('progress', { n: progress.entries }) : t('running')
  const halted = isHalted(status) && (
    <Banner icon="circle-alert" isWarning text={t(status)}>
      <Button size="small" onClick={() => desk.turnIn(0)} data-testid="table-retry">
        {t('retry')}
      </Button>
    </Banner>
  )
  return { awaited: isReading ? { text, onCancel: () => desk.cancel() } : undefined, halted }
}
