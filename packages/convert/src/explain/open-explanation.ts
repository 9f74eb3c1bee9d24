import { recogniseClient } from '../check/recognise-client.ts'
import type { ClientId } from '../clients/facts.ts'
import { CONFIG_CHECKERS } from '../clients/checkers.ts'
import { ROUTERS } from '../clients/routers.ts'
import { openDocument, type OpenDocument } from '../document/open-document.ts'
import type { RouteAnswer, ListTexts, NeededList } from './shared/explanation.ts'
import type { RouteQuestion } from './shared/question.ts'

export interface ExplainOptions {
  /** Absent: the client is recognised. */
  client?: ClientId | undefined
  /** Texts of rule lists and proxy providers, by their address, or by their path as the config says it. */
  lists?: ListTexts | undefined
}

/** A config that questions can be asked of. */
export interface Explanation {
  client: ClientId
  /** What could not be read; then there is no answer. */
  issue: OpenDocument['issue']
  /** Lists that stand elsewhere: with their texts the answers know more. */
  lists: readonly NeededList[]
  /** Where a connection goes; undefined where the text is no config. */
  ask(question: RouteQuestion): RouteAnswer | undefined
}

/**
 * Opens a config to ask which rule takes a connection, and why: through which groups and to which node. Answers as the
 * client would, without starting it. Never throws, whatever the text is.
 */
export function openExplanation(text: string, options: ExplainOptions = {}): Explanation {
  const { client = recogniseClient(text), lists = new Map<string, string>() } = options
  const document = openDocument(text, { format: CONFIG_CHECKERS[client].format })
  const router = ROUTERS[client](document, lists)
  return {
    client,
    issue: document.issue,
    lists: router?.lists ?? [],
    ask: (question) => router?.ask(question),
  }
}
