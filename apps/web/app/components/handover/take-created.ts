import { handedOver, type Handover, takeHandedOver } from './handover.ts'

/** What the window for new things gave to this page. */
export function takeCreated(): Handover['creates'] {
  const created = handedOver()?.creates
  if (created) takeHandedOver()
  return created
}

/** Lists that another page sent here, with every change that was made to them. */
export function takeSentList(): Handover['list'] {
  const list = handedOver()?.list
  if (list) takeHandedOver()
  return list
}
