import { isNode } from '../listed-node.ts'
import type { GridContextValue } from '../grid-context.ts'
import type { ListedNode } from '../types.ts'

/** What a row is called: a skipped entry whose link gives no name goes by its reason. */
export function titleOf({ name, reason }: ListedNode): string {
  return name || (reason ?? '')
}

export function addressOf({ server, port }: ListedNode): string {
  if (server === '') return ''
  return server.includes(':') ? `[${server}]:${port}` : `${server}:${port}`
}

const PLAIN = 'tcp'

/** `ws · TLS`; plain TCP without TLS says nothing more than that. */
export function channelOf(row: ListedNode): string {
  if (!isNode(row)) return ''
  const { transport, security } = row
  const secured = security === 'reality' ? 'REALITY' : security === 'tls' ? 'TLS' : ''
  return [transport ?? (secured ? '' : PLAIN), secured].filter(Boolean).join(' · ')
}

/** Whether a skipped entry has only a reason to show. */
export function isNameless({ state, name, start }: ListedNode): boolean {
  return state === 'skipped' && name === '' && start === undefined
}

/** Whether the name begins with the code of its region. Then the code is not shown again. */
export function saysRegion({ name, region }: ListedNode): boolean {
  if (!region) return false
  return name.slice(0, region.length).toUpperCase() === region && !/[a-z]/i.test(name.charAt(region.length))
}

/**
 * Whether the name is grey. A line that could not be read or fetched keeps its colour, because it needs a person. If all rows have one
 * state, no name is grey.
 */
export function isPale({ state }: ListedNode, isOneState: boolean): boolean {
  return !isOneState && state !== 'kept' && state !== 'skipped' && state !== 'to-fetch'
}

/**
 * The reason, after the protocol: `trojan · Same as line 7`. The protocol is left out when a column or the reason itself
 * has it, and for entries that were skipped or left out, whose reason needs the room.
 */
export function whyLeftOut(row: ListedNode, { columnsShown }: Pick<GridContextValue, 'columnsShown'>): string {
  const { reason = '' } = row
  const saysProtocol = reason
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .includes(row.protocol)
  const needsRoom = row.state === 'refused' || (row.state === 'skipped' && !isNameless(row))
  const isKnown = columnsShown.has('protocol') || saysProtocol || needsRoom
  return [isKnown ? '' : row.protocol, reason].filter(Boolean).join(' · ')
}

/** What is wrong with a node that is written all the same. */
export function warningOf({ state, issues = [] }: ListedNode): string {
  return (state === 'kept' && issues.find(({ severity }) => severity !== 'note')?.text) || ''
}

/**
 * Protocol, address and transport of a node, without those that have a column: `trojan · jp.example.com:443 · ws · TLS`.
 * What is wrong with it stands before the address: `trojan · Certificate check is off · jp.example.com:443`.
 */
export function detailOf(
  row: ListedNode,
  { columnsShown, saysAddress }: Pick<GridContextValue, 'columnsShown' | 'saysAddress'>,
): string {
  const facts = [
    columnsShown.has('protocol') ? '' : row.protocol,
    warningOf(row),
    saysAddress ? addressOf(row) : '',
    columnsShown.has('transport') ? '' : channelOf(row),
  ]
  return facts.filter((fact) => fact !== '' && fact !== PLAIN).join(' · ')
}
