import { type IpAddress, parseAddress } from '../../text/address-blocks.ts'
import type { RouteQuestion } from './question.ts'
import { FACTS, NO, type Verdict } from './verdict.ts'

/** An address with the text that it was given as. */
export interface GivenAddress {
  address: IpAddress
  text: string
}

/** A connection on its way through the rules: what the client knows of it so far. */
export class Flow {
  readonly question: RouteQuestion
  /** The name that rules compare with. */
  name: string | undefined
  /** What a rule about names comes to where there is no name: one may still be found in the first bytes. */
  nameless: Verdict = NO
  /** Where the connection goes, or what its name was resolved to. */
  addresses: readonly GivenAddress[]
  /** What a rule about addresses comes to where there is none: the name may have one that nobody told. */
  addressless: Verdict = NO
  /** Whether its first bytes were looked at, which tell the protocol. */
  isSniffed = false
  /** Whether the name was looked up. */
  isResolved = false
  /** Counts what was found out on the way. */
  changes = 0
  readonly source: IpAddress | undefined
  /** Verdicts of lists, which many rules may share. What changes the flow forgets them. */
  readonly #verdicts = new Map<object, Verdict>()

  constructor(question: RouteQuestion) {
    const { ip, host, source } = question
    this.question = question
    this.name = ip === undefined ? host : undefined
    this.addresses = addressesOf(ip === undefined ? [] : [ip])
    this.source = source === undefined ? undefined : parseAddress(source)
    // A program alone is asked about: it may go to any name and any address.
    if (ip === undefined && host === undefined) {
      this.nameless = FACTS.name
      this.addressless = FACTS.address
    }
  }

  /** The first bytes are looked at: a connection to an address may have a name. */
  sniff(): void {
    this.isSniffed = true
    this.#changed()
    if (this.name !== undefined) return
    const { host } = this.question
    if (host === undefined) this.nameless = FACTS.name
    else this.name = host
  }

  /** The name is looked up, where there is one without an address. */
  resolve(choose: (addresses: readonly GivenAddress[]) => readonly GivenAddress[] = (all) => all): void {
    if (this.isResolved || this.addresses.length > 0 || this.name === undefined) return
    this.isResolved = true
    const { resolved } = this.question
    if (resolved === undefined) this.addressless = FACTS.address
    else this.addresses = choose(addressesOf(resolved))
    this.#changed()
  }

  /** Another name or another address than the app asked for. */
  lead(to: { name?: string; addresses?: readonly string[] }): void {
    if (to.name !== undefined) this.name = to.name
    if (to.addresses !== undefined) this.addresses = addressesOf(to.addresses)
    this.#changed()
  }

  #changed(): void {
    this.changes++
    this.#verdicts.clear()
  }

  /** A verdict that is worked out once for all rules that ask for it. */
  once(list: object, judge: () => Verdict): Verdict {
    const known = this.#verdicts.get(list)
    if (known !== undefined) return known
    const verdict = judge()
    this.#verdicts.set(list, verdict)
    return verdict
  }
}

function addressesOf(texts: readonly string[]): GivenAddress[] {
  return texts.flatMap((text) => {
    const address = parseAddress(text)
    return address === undefined ? [] : [{ address, text }]
  })
}
