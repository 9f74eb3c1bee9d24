import { pointerOf } from '../document/pointer-of.ts'
import { checkConfig, type CheckResult } from '../check/check-config.ts'
import { recogniseClient } from '../check/recognise-client.ts'
import { CONFIG_CHECKERS } from '../clients/checkers.ts'
import type { ClientId } from '../clients/facts.ts'
import { CONFIG_UPGRADERS } from '../clients/upgraders.ts'
import { openDocument, type OpenDocument } from '../document/open-document.ts'
import { applyEdits, type TextEdit } from '../document/text-edit.ts'
import type { FoundChange } from './shared/upgrade-step.ts'

export interface UpgradeOptions {
  /** Absent: the client is recognised. */
  client?: ClientId | undefined
  /** One of `upgradeVersions`; absent: the newest. */
  to?: string | undefined
  /** Changes that are not made: all of a name, or one by its name and path, `dns-address /dns/servers/0/address`. */
  without?: readonly string[]
}

/** One old form, with the place that it has in the text as it was given. */
export interface UpgradeChange extends Omit<FoundChange, 'place' | 'path'> {
  line: number
  column: number
  /** JSON pointer. */
  path: string
}

export interface Upgrade {
  client: ClientId
  to: string
  /** What could not be read; then nothing is changed. */
  issue: OpenDocument['issue']
  text: string
  edits: TextEdit[]
  /** In the order of the text. */
  changes: UpgradeChange[]
  /** What the version makes of the result. */
  check: CheckResult
}

/** The versions that configs of a client can be brought to, the oldest first; empty: it has none. */
export function upgradeVersions(client: ClientId): readonly string[] {
  return CONFIG_UPGRADERS[client]?.versions ?? []
}

/**
 * Brings a config to a newer version of its client: old forms become new ones, each named with its place, and all else
 * stays as it is written, comments too. What has no new form is taken out and named. Never throws, whatever the text is.
 */
export function upgradeConfig(text: string, options: UpgradeOptions = {}): Upgrade {
  const { client = recogniseClient(text), to = upgradeVersions(client).at(-1) ?? CONFIG_CHECKERS[client].version, without = [] } = options // oxfmt-ignore
  const document = openDocument(text, { format: CONFIG_CHECKERS[client].format })
  const upgrader = CONFIG_UPGRADERS[client]
  const isReadable = document.issue === undefined && upgrader !== undefined
  const { edits, changes } = isReadable ? upgrader.upgrade(document, to, new Set(without)) : { edits: [], changes: [] }
  const upgraded = applyEdits(text, edits)
  return {
    client,
    to,
    issue: document.issue,
    text: upgraded,
    edits,
    changes: changes
      .toSorted((a, b) => a.place.start - b.place.start)
      .map(({ name, path, place, code, severity, field, args }) => {
        const { line, column } = document.positionOf(place.start)
        return { name, code, severity, line, column, path: pointerOf(path), field, args }
      }),
    check: checkConfig(upgraded, { client, version: to }),
  }
}
