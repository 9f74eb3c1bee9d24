import { Finder, LineIndex, countLines } from '../../text/lines.ts'
import type { ListItem } from '../entry-format.ts'
import { type WireguardSection, wireguardSections } from '../surge-wireguard.ts'
import type { EntryReader } from './entry-reader.ts'

const MOST_SECTION_USES = 8

/** A line that is no link, without the blanks around it. */
export interface Line {
  /** Where it begins with its blanks. */
  lineStart: number
  start: number
  end: number
  /** Code of the character at `start`. */
  first: number
}

/** What base64 holds; of a body whose download was cut off, the lines that are whole. */
export interface Body {
  text: string
  isCut: boolean
}

/**
 * One text, the one given or a decoded body, and how far it is read. What a format has to remember of this text stands
 * here: a format is one object for all texts, and keeps nothing.
 */
export class TextReader {
  readonly entries: EntryReader
  readonly text: string
  /** How often the text was decoded. */
  readonly decodes: number
  /** Start and number of the next line. */
  at = 0
  line = 0
  hasEntries = false
  /** Up to here lines are read one by one: what they begin is no document. */
  plainUntil = 0
  /** Up to here lines of base64 are no body together. */
  noWrapUntil = 0
  /** Members of objects that were tried and list nothing. */
  brokenMembers = 0
  /** Comments that may belong to a document behind them: counted as entries only when it is none. */
  #comments = 0
  #index: LineIndex | undefined
  #sections: ReadonlyMap<string, WireguardSection> | undefined
  readonly #sectionUses = new Map<string, number>()
  /** Line of a decoded body in the text as given. */
  readonly #outer: number | undefined
  readonly #read: (reader: TextReader) => void
  readonly #schemes: Finder
  readonly #semicolons: Finder
  readonly #equals: Finder

  /** `read` reads a text from its first line to its last: a body inside this one is read by it too. */
  constructor(entries: EntryReader, text: string, read: (reader: TextReader) => void, decodes = 0, outer?: number) {
    this.entries = entries
    this.text = text
    this.decodes = decodes
    this.#outer = outer
    this.#read = read
    this.#schemes = new Finder(text, '://')
    this.#semicolons = new Finder(text, ';')
    this.#equals = new Finder(text, '=')
  }

  /** The keys that a line of Surge names; none for a line too many, as each repeats all its peers. */
  wireguardSection(name: string): WireguardSection | undefined {
    this.#sections ??= wireguardSections(this.text)
    const uses = (this.#sectionUses.get(name) ?? 0) + 1
    this.#sectionUses.set(name, uses)
    return uses > MOST_SECTION_USES ? undefined : this.#sections.get(name)
  }

  /** Whether a `://` stands between two places. */
  hasScheme(start: number, end: number): boolean {
    return this.#schemes.isBetween(start, end)
  }

  /** Whether an `&amp;` stands between two places. Every link has an `&`, few have a `;`. */
  hasEscape(start: number, end: number): boolean {
    return this.#semicolons.isBetween(start, end) && this.text.slice(start, end).includes('&amp;')
  }

  /** Whether a `=` stands between two places. */
  hasEquals(start: number, end: number): boolean {
    return this.#equals.isBetween(start, end)
  }

  /** The entries that follow stand on this line. */
  place(line: number): void {
    if (this.#outer === undefined) this.entries.place(line, undefined)
    else this.entries.place(this.#outer, line)
  }

  /** A comment. Above a document it belongs to it. */
  comment(): void {
    this.#comments++
    if (this.hasEntries) this.entry()
  }

  /** An entry of its own: comments before it were lines as well. */
  entry(): void {
    for (; this.#comments > 0; this.#comments--) this.entries.comment()
    this.hasEntries = true
  }

  /** A document: comments at the top of the text are its own. */
  document(): void {
    this.#comments = 0
    this.hasEntries = true
  }

  /** Goes on behind a place. */
  moveTo(place: number): void {
    if (place < this.at) this.line--
    else this.line += countLines(this.text, this.at, place)
    this.at = place
  }

  /** The entries of a document, each on the line of its place in the text. */
  items(items: readonly ListItem[], placeOf: (item: ListItem) => number): void {
    if (items.length === 0) return
    this.#index ??= new LineIndex(this.text)
    for (const item of items) {
      this.place(this.#index.lineOf(placeOf(item)))
      this.entries.item(item)
    }
  }

  /** The links of a line; false when there is none. */
  links(start: number, end: number): boolean {
    return this.hasScheme(start, end) && this.entries.links(this.text, start, end)
  }

  /** Reads what the line at hand holds in another spelling. */
  body({ text, isCut }: Body): void {
    const body = new TextReader(this.entries, text, this.#read, this.decodes + 1, this.#outer ?? this.line)
    this.#read(body)
    if (isCut) body.#breakOff()
  }

  #breakOff(): void {
    this.place(this.line + 1)
    this.entries.fail('bad-base64', undefined, { reason: 'cut-off' })
  }
}
