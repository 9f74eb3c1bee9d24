import { CLIENT_FACTS, type ClientId } from '../clients/facts.ts'
import type { OutputFile } from '../model/client-facts.ts'

/** What is true of everything that can be written. */
export interface OutputFacts {
  readonly id: OutputId
  /** As people write it. */
  readonly title: string
  /** What it may be called on the command line and in addresses; the first one is what we write. */
  readonly spellings: readonly [string, ...string[]]
  readonly file: OutputFile
  /** Types left out unless asked for. */
  readonly defaultExcludes: readonly string[]
}

const LINK_FILE: OutputFile = {
  name: 'links',
  extension: 'txt',
  mimeType: 'text/plain;charset=utf-8',
  language: 'text',
}

/** Lists of share links: no client's config, but what clients import. */
export const LINK_LISTS = [
  { id: 'links', title: 'Links', spellings: ['links'], file: LINK_FILE, defaultExcludes: [] },
  { id: 'base64', title: 'Base64', spellings: ['base64'], file: { ...LINK_FILE, name: 'base64' }, defaultExcludes: [] },
] as const

/** What can be written: the config of a client, share links one a line, or those in base64. */
export type OutputId = ClientId | (typeof LINK_LISTS)[number]['id']

/** Everything that can be written, in the order in which it is offered. */
export const OUTPUT_FACTS: readonly OutputFacts[] = [...CLIENT_FACTS, ...LINK_LISTS]

const byId = new Map(OUTPUT_FACTS.map((facts) => [facts.id, facts]))

/** What is true of an output. */
export const outputFacts = (id: OutputId): OutputFacts => byId.get(id)!
