import type { Lang } from '@switchyard/locale'
import {
  ALL_COLUMNS,
  changedItems,
  checkText,
  headComment,
  usableSettings,
  type BuildRequest,
  type BuildResult,
  type CompareCell,
  type CompareRequest,
  type ConvertSettings,
  type Counts,
  type HeadFacts,
  type ResultChange,
  type OutputId,
  type RuleListPlace,
  type TextCheck,
} from '@switchyard/recipe'
import { mergeAgain, type Conflict, type Merged } from '../../components/diff/merge-texts.ts'
import { converter, usable } from './converter.ts'

/** What is made of the list for a client, and what a person then does with that text. */
export const result = {
  missingLists: (request: Pick<BuildRequest, 'settings' | 'lang' | 'listMirror'>): RuleListPlace[] =>
    converter.missingLists(usable(request)),
  addList: (address: string, text: string): void => converter.addList(address, text),
  build: (request: BuildRequest): BuildResult => converter.build(usable(request)),
  /** The text of the last result, which is too long to be handed over with each. */
  blob: (type: string): Blob => new Blob([converter.text()], { type }),
  head: (target: OutputId, { deleted, ...counts }: Counts, head: HeadFacts, lang: Lang): string =>
    headComment(target, { ...counts, deleted, nodes: counts.nodes + deleted }, head, lang),
  /** What each client would keep. */
  compare(request: CompareRequest): CompareCell[] {
    const outputs = request.outputs.map((settings) => usableSettings(settings, request.lang).settings)
    return converter.compare({ ...usable(request), outputs }, ALL_COLUMNS)
  },
  /** What is wrong with a text that was changed by hand, and what it is made of where its client can read it. */
  checkText: (text: string, settings: ConvertSettings, lang: Lang): TextCheck => checkText(text, settings, lang),
  /** What differs between two texts for a client, besides their groups. */
  changedItems: (before: string, after: string, settings: ConvertSettings): ResultChange[] =>
    changedItems(before, after, settings),
  merge: (base: string, mine: string, theirs: string, before: readonly Conflict[]): Merged =>
    mergeAgain(base, mine, theirs, before),
}
