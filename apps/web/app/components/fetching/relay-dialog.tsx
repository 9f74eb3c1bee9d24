import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { failureData } from '../api-call/api-failure.ts'
import { FormFailure } from '../api-call/form-failure.tsx'
import { relay, RELAY_AGENTS, type RelayAgent } from '../api-call/relay.ts'
import { useSubmit } from '../api-call/use-submit.ts'
import { hostOf } from '../engine/host-of.ts'
import { askToSignIn } from '../../lib/sign-in-request.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'

const OWN = 'own'
// The entries of the table, whose keys `Object.entries` does not name.
const AGENTS = Object.entries(RELAY_AGENTS) as [RelayAgent, string][]

interface Props {
  url: string
  /** What the address says. */
  onText: (answer: Awaited<ReturnType<typeof relay>>) => void
  onClose: () => void
}

/** Asks whether the server may see an address and what it says: only its button sends the address there. */
export function RelayDialog({ url, onText, onClose }: Props) {
  const t = useTranslations('fetching')
  const tu = useTranslations('ui')
  const [agent, setAgent] = useState<RelayAgent | typeof OWN>(OWN)
  const [isEmpty, setEmpty] = useState(false)
  const { isBusy, failure, submit } = useSubmit()

  const ask = () => relay(url, agent === OWN ? undefined : agent)
  const fetch = () =>
    submit(async () => {
      setEmpty(false)
      const answer = await ask().catch(async (error: unknown) => {
        // Some servers do this for their own people alone.
        if (failureData(error)?.error !== 'not-signed-in' || !(await askToSignIn())) throw error
        return ask()
      })
      if (answer.text.trim() === '') return setEmpty(true)
      onText(answer)
      onClose()
    })

  return (
    <Dialog
      open
      size="small"
      title={t('fetchFrom', { host: hostOf(url) })}
      onClose={onClose}
      data-testid="relay"
      footer={
        <>
          <Button onClick={onClose}>{tu('cancel')}</Button>
          <Button look="solid" disabled={isBusy} onClick={() => void fetch()}>
            {t('relay')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormFailure failure={isEmpty ? { text: t('error.empty') } : failure} />
        <p>{t('relayNote')}</p>
        <Field label={t('relayAs')}>
          {(control) => (
            <Select
              {...control}
              value={agent}
              choices={[
                { value: OWN, label: t('relayAgentOwn') },
                ...AGENTS.map(([value, label]) => ({ value, label })),
              ]}
              onChange={setAgent}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
