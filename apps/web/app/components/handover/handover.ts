import type { ClientId } from '@switchyard/convert/facts'
import type { ChosenTemplate, Recipe } from '@switchyard/recipe/model'
import type { EncodingName } from '@switchyard/sources'

/** A file that was read, or an address. */
export interface HandedFile {
  id: string
  name: string
  text: string
  /** It is kept in the account of who is signed in. */
  isOfAccount?: true
  /** Where the text was fetched from, and how that went. */
  url?: string
  at?: number
  encoding?: EncodingName
  subscription?: { upload?: number; download?: number; total?: number; expire?: number }
  /** The client downloads the address itself. */
  asProvider?: boolean
}

/** An address in a text: its line and what it says. */
interface HandedAddress {
  line: number
  text: string
  url: string
}

/** What a kept address or list of links holds now. */
export interface HandedItem {
  text: string
  /** When its text was fetched, ms. */
  at?: number
  url?: string
  prefix?: string
}

/** What a text is published as. `revision`: what the next edit is made on. */
export interface PublishedAs {
  id: string
  name: string
  revision: number
}

/** What is published under an address, on its way to where it is edited. */
export interface HandedOutput {
  id: string
  name: string
  /** What the edit is made on. */
  revision: number
  /** The file of how it is made. */
  recipe: string
  /** By the id of a source: the kept item whose text it has. */
  items: Readonly<Record<string, string>>
  /** By the id of an item. */
  held: Readonly<Record<string, HandedItem>>
}

/** What a person gave to one page and goes on with at the next. */
export interface Handover {
  text: string
  files: readonly HandedFile[]
  output?: HandedOutput
  /** The template that is to be used. */
  template?: ChosenTemplate
  /** Lists with every change that was made to them: they take the place of those that are there. */
  list?: Pick<Recipe, 'sources' | 'edits'>
  /** A list to be kept as a source: where, and under which name, is asked there. */
  keeps?: { name: string; body: string }
  /** A new list of nodes, with nothing in it where there is no text. */
  creates?: { name: string; text: string }
  /** A config for the workbench; `new`: with nothing in it where there is no text. */
  opens?: { name: string; text: string; client?: ClientId } & (
    | { origin: 'convert' | 'new' }
    | { origin: 'output'; published: PublishedAs }
  )
  /** A new file or folder for the folder that the file manager shows. */
  makes?: { kind: 'file' | 'folder'; name: string; text: string }
  /** What is looked for there first. */
  shows?: 'problems'
  /** The address of a converter: what stands in it is offered there. */
  restores?: HandedAddress
}

/**
 * Texts on their way from one page to the next, in memory: neither the address nor a request ever holds them. The page
 * that they are for takes them once.
 */
let waiting: Handover | undefined

export function handOver(given: Handover): void {
  waiting = given
}

/** What waits to be taken. */
export function handedOver(): Handover | undefined {
  return waiting
}

export function takeHandedOver(): Handover | undefined {
  const given = waiting
  waiting = undefined
  return given
}
