import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ProbeSchedule } from '@switchyard/contract'
import { PROBE_BATCH_MAX, PROBE_INTERVALS_MIN, SCHEDULED_PROBES_PER_DAY } from '@switchyard/contract/probe-facts'
import { FormFailure } from '../../components/api-call/form-failure.tsx'
import { useSubmit } from '../../components/api-call/use-submit.ts'
import { call } from '../../lib/api.ts'
import { randomId } from '../../lib/random-id.ts'
import { askToSignIn } from '../../lib/sign-in-request.ts'
import { reload } from '../../lib/loaded-store.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import type { KeyedTarget } from './check-batches.ts'
import { useTerms } from './use-terms.ts'

const OFF = 'off'
const MINUTES_PER_DAY = 24 * 60

interface Props {
  schedule: ProbeSchedule | undefined
  /** What would be checked by the clock: what is selected, else all. */
  targets: readonly KeyedTarget[]
  onClose: () => void
}

/** How often nodes are checked by the clock. Then the server keeps where they stand: it says so, and asks. */
export function ScheduleDialog({ schedule, targets, onClose }: Props) {
  const t = useTranslations('liveNodes.schedule')
  const tu = useTranslations('ui')
  const { data: terms, isSignedIn } = useTerms()
  const [every, setEvery] = useState<string>(schedule ? String(schedule.everyMinutes) : OFF)
  const [isAgreed, setAgreed] = useState(false)
  const { isBusy, failure, submit } = useSubmit()
  const everyMinutes = PROBE_INTERVALS_MIN.find((minutes) => String(minutes) === every)
  const most = Math.min(PROBE_BATCH_MAX, Math.floor((SCHEDULED_PROBES_PER_DAY * (everyMinutes ?? 0)) / MINUTES_PER_DAY))
  const kept = targets.slice(0, most)
  const save = () =>
    submit(async () => {
      if (everyMinutes === undefined) await call('DELETE /api/probes/schedule', {})
      else {
        const body = { everyMinutes, targets: kept.map(({ target }) => ({ key: randomId(), target })) }
        await call('PUT /api/probes/schedule', { body })
      }
      reload('GET /api/probes/schedule')
      onClose()
    })
  const mayNot = !isSignedIn || terms?.maySchedule === false
  const canSave = every === OFF ? schedule !== undefined : isAgreed && kept.length > 0
  return (
    <Dialog
      open
      size="small"
      title={t('title')}
      onClose={onClose}
      data-testid="schedule-dialog"
      footer={
        <>
          <Button onClick={onClose}>{tu('cancel')}</Button>
          {!mayNot && (
            <Button look="solid" disabled={isBusy || !canSave} onClick={() => void save()}>
              {t(schedule && every === OFF ? 'stop' : 'save')}
            </Button>
          )}
        </>
      }
    >
      {mayNot ? (
        <EmptyState icon="lock" text={t(isSignedIn ? 'notHere' : 'signInText')}>
          {!isSignedIn && (
            <Button look="solid" onClick={() => void askToSignIn()}>
              {t('signIn')}
            </Button>
          )}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-4">
          <FormFailure failure={failure} />
          <RadioCards
            legend={t('every')}
            layout="list"
            value={every}
            onChange={setEvery}
            cards={[
              { value: OFF, label: t('off') },
              ...PROBE_INTERVALS_MIN.map((n) => ({ value: String(n), label: t('minutes', { n }) })),
            ]}
          />
          {everyMinutes === undefined ? (
            <p className="text-sm text-muted">{t(schedule ? 'stopNote' : 'offNote')}</p>
          ) : (
            <>
              <p className="text-sm">{t('count', { n: kept.length })}</p>
              {kept.length < targets.length && (
                <p className="text-sm text-warning">{t('tooMany', { n: most, left: targets.length - kept.length })}</p>
              )}
              <Checkbox checked={isAgreed} onChange={setAgreed}>
                {t('stored')}
              </Checkbox>
            </>
          )}
        </div>
      )}
    </Dialog>
  )
}
