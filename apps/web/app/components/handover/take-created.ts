import { handedOver, type Handover, takeHandedOver } from './handover.ts'

/** What the window for new things gave to this page. */
export function takeCreated(): Handover['creates'] {
  const created = handedOver()?.creates
  if (created) takeHandedOver()
  return created
}
