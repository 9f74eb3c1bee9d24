import type { NodeIssues, Issue } from '../model/issue.ts'
import type { NodeBase } from '../model/node.ts'
import type { ConfigRequest } from '../config/config-request.ts'
import type { Protocol } from '../protocols/protocol.ts'
import type { RuleLine } from '../rules/rule-line.ts'
import type { RuleIssue } from '../rules/rule-issue.ts'
import type { Template } from '../templates/template.ts'
import type { ClientFacts } from '../model/client-facts.ts'
import type { JsonObject } from '../text/record.ts'

/** A node as an output takes it. */
export interface WrittenNode<Entry extends JsonObject = JsonObject> {
  node: NodeBase
  source: string | undefined
  /** Entry of `proxies:`, outbound or endpoint; empty where links are written. */
  entry: Entry
  /** Further entries that only this node uses. */
  helpers: readonly JsonObject[]
  /** It stands in the list of endpoints. */
  isEndpoint: boolean
  /** Share link where links are written. */
  link: string
}

/** Most nodes have no helpers, and pay for no list. */
export const NO_HELPERS: readonly JsonObject[] = []

/** Where a node came from: its link is written again as it was, but for the name. */
export interface NodeOrigin {
  node: NodeBase
  link?: string | undefined
  source?: string | undefined
}

/** Prints nodes without a config around them. */
export interface NodeListPrinter<Entry extends JsonObject = JsonObject, Printed = unknown> {
  /** What stands for one node, which the list need not have yet: mostly its text. Never undefined. */
  print(written: WrittenNode<Entry>): Printed
  /** Puts that at the end of the list. */
  add(printed: Printed): void
  /** The whole list, when nothing more comes. */
  finish(): PrintedText
}

/** A text that may still be UTF-8 alone: whoever wants bytes need not pay for a string of all of it. */
export type PrintedText = string | { toString(): string; toBytes(): Uint8Array }

/** What a writer has to know before the first node. */
export interface WriterSetup {
  /** One of the client's `versions`; undefined: the usual one. */
  version: string | undefined
  /** The config that the nodes go into; undefined: they are written as a bare list. */
  template: Template | undefined
  /** Claims a name that no node and no other helper has: the one given, or the same with a suffix. */
  claimName: (wanted: string) => string
}

/** What an output writes in one conversion. A printer and a builder get back only what the same writer wrote. */
export interface NodeWriter<Entry extends JsonObject = JsonObject> {
  /**
   * One node. Undefined after `issues.refuse`: the client has no such type, would refuse the value (and with it the
   * whole file), or would take it and never connect. What is lost on the way is `issues.note`.
   */
  writeNode(node: NodeBase, origin: NodeOrigin, issues: NodeIssues): WrittenNode<Entry> | undefined
  /** Prints the bare nodes; `expectedBytes`: how long the text may become. */
  listPrinter(expectedBytes: number): NodeListPrinter<Entry>
}

/** A config, and what became of what was asked for. */
export interface BuiltConfig {
  text: string
  issues: readonly Issue[]
  /** Names of nodes that had to be left out after all. */
  refused: readonly string[]
}

/** What a client writes in one conversion. */
export interface ClientWriter<Entry extends JsonObject = JsonObject> extends NodeWriter<Entry> {
  buildConfig(request: ConfigRequest, nodes: readonly WrittenNode<Entry>[]): BuiltConfig
}

/** A client: what is true of it, and how it is written. */
export interface Client<Id extends string = string> {
  readonly facts: ClientFacts<Id>
  /** Whether it has the protocol at all; single values of a node may be refused all the same. */
  carries(protocol: Protocol): boolean
  writer(setup: WriterSetup): ClientWriter
  /** What becomes of rule lines on the way into it: those that it cannot carry, and those that change. */
  checkRuleLines(lines: readonly RuleLine[]): readonly Issue[]
  /** Says what it would refuse in rules that stand in its own JSON; undefined where it has no such form. */
  readonly checkRuleJson: ((text: string, version: string) => readonly RuleIssue[]) | undefined
}
