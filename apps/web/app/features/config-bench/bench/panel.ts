import type { ComponentType } from 'react'
import type { ClientId } from '@switchyard/convert/facts'
import type { PublishedAs } from '../../../components/handover/handover.ts'
import type { FileContent } from '@switchyard/git-hosts'
import type { ConfigEngineApi } from '../../../components/engine/config-engine.ts'
import type { TextFile } from '../../../components/file-save/text-file.ts'
import type { FileAddress } from '../../../components/places/place.ts'
import type { IconName } from '../../../ui/icons.ts'
import type { WordedIssue } from '../../../workers/tasks/config.ts'

/** Where the text of a config came from. */
export type ConfigOrigin =
  | { kind: 'pasted' | 'sample' | 'new' | 'convert' }
  | { kind: 'file'; name: string }
  | { kind: 'address'; url: string }
  | { kind: 'output'; id: string }
  | PlaceOrigin

/** A file of a place: it is saved there again. */
export interface PlaceOrigin {
  kind: 'place'
  address: FileAddress
  /** How its bytes are written. */
  format: TextFile
  /** What stood there; absent: nothing. */
  base?: FileContent
}

/** The config that the workbench has open. */
export interface OpenConfig {
  /** What it is called: the name of its file without the extension, or what a person called it. */
  name: string
  /** As it stands now. */
  text: string
  /** As it was opened: what the diff compares with. */
  opened: string
  client: ClientId
  /** The version that it is checked for; absent: the newest. */
  version?: string
  origin: ConfigOrigin
  /** Absent: it is not published, as far as this tab knows. */
  published?: PublishedAs
}

/** A place of the text: lines and columns from 1, as `CheckIssue` has them. Without an end it is the line. */
export interface TextPlace {
  line: number
  column?: number
  endLine?: number
  endColumn?: number
}

/**
 * The answer to a question to the engine, off the page's thread: `ask((api) => api.check(…))`. Fails at once when the
 * signal ends: nobody wants it any more.
 */
export type AskEngine = <T>(question: (api: ConfigEngineApi) => T, signal?: AbortSignal) => Promise<Awaited<T>>

/** What a panel beside the text is given. */
export interface BenchPanelProps {
  config: OpenConfig
  /** What `check` says of the text, the latest that is known; `undefined` before the first answer. */
  issues: readonly WordedIssue[] | undefined
  /**
   * Puts `text` in the place of `of`, as one step of undo; `words` says what was done, as a toast or a screen reader says
   * it. Gives back false, and changes nothing, when the text has moved on since `of`.
   */
  change: (of: string, text: string, words: string) => boolean
  /** Shows and marks a place of the text. */
  show: (place: TextPlace) => void
  ask: AskEngine
}

/** A panel beside the text. Its name is `configBench.panel.{id}` in `messages/config-bench`. */
export interface BenchPanel<Id extends string = string> {
  id: Id
  icon: IconName
  /** Loads it when it is first shown. */
  load: () => Promise<ComponentType<BenchPanelProps>>
  /** Absent: it has something for every client. */
  clients?: readonly ClientId[]
}

/** A config that is to be opened. */
export interface GivenConfig {
  name: string
  text: string
  origin: ConfigOrigin
  client?: ClientId
  published?: PublishedAs
}
