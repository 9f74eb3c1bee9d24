import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { hostOf } from '../../components/engine/host-of.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { benchSession } from './bench/bench-session.ts'
import { clientOf, type DoorName, doorFor } from './bench/doors.ts'
import { OpenConfigView } from './bench/open-config-view.tsx'
import { OpenScreen } from './bench/open-screen.tsx'
import { BenchContext, useOpenConfig } from './bench/use-bench.ts'
import { useOpening } from './bench/use-opening.tsx'

const AddressDialog = lazyPart(() => import('./bench/address-dialog.tsx').then((part) => part.AddressDialog))
const OutputDialog = lazyPart(() => import('./bench/output-dialog.tsx').then((part) => part.OutputDialog))
const PublishConfig = lazyPart(() => import('./bench/publish-config.tsx').then((part) => part.PublishConfig))

/** One config that a person already has: its text, what is wrong with it, and a panel beside it. Nothing of it leaves the page but by publishing it. */
export function Workbench({ door }: { door: DoorName }) {
  const [session] = useState(benchSession)
  return (
    <BenchContext value={session}>
      <Screen door={door} />
    </BenchContext>
  )
}

function Screen({ door }: { door: DoorName }) {
  const t = useTranslations('configBench')
  const { config } = useOpenConfig()
  const opening = useOpening(door, clientOf(door))
  const isOfDoor = config !== null && doorFor(config.client, door) === door
  return (
    <div className="bench" data-testid="config-bench">
      <h1 className="sr-only">{t(`door.${door}`)}</h1>
      {opening.input}
      {opening.failure !== undefined && (
        <p
          role="alert"
          className="flex items-center gap-2 border-b border-line bg-error-soft px-3 py-1.5 text-sm text-error"
          data-testid="bench-failure"
        >
          <Icon name="circle-alert" className="size-4 shrink-0" />
          <span className="min-w-0 flex-1 wrap-anywhere">{opening.failure}</span>
          <IconButton icon="x" size="small" label={t('closeFailure')} onClick={opening.closeFailure} />
        </p>
      )}
      {isOfDoor ? (
        <OpenConfigView door={door} config={config} opening={opening} />
      ) : (
        <OpenScreen door={door} opening={opening} other={config} />
      )}
      {opening.isDropping && (
        <div className="pointer-events-none fixed inset-2 z-40 grid place-items-center rounded-lg border-2 border-dashed border-link bg-page/90 p-4 text-center font-medium">
          {t('drop')}
        </div>
      )}
      <Suspense>
        {opening.dialog === 'address' && (
          <AddressDialog
            onText={(url, text) => opening.open({ name: hostOf(url), text, origin: { kind: 'address', url } })}
            onClose={opening.closeDialog}
          />
        )}
        {opening.dialog === 'publish' && config && <PublishConfig {...{ config, opening }} />}
        {opening.dialog === 'output' && <OutputDialog onOpen={opening.open} onClose={opening.closeDialog} />}
      </Suspense>
    </div>
  )
}
