import { expose } from 'comlink'
import { checkRules, type PlatformId } from '@switchyard/convert'
import { ruleLineMessage, ruleMessage, type Lang } from '@switchyard/locale'
import { checkTemplate } from './check-template.ts'
import { checkText } from './check-text.ts'
import { ALL_COLUMNS, ConversionDesk, isRegex, previewNode } from './conversion.ts'
import type {
  BuildRequest,
  BuildResult,
  CompareCell,
  ConvertSettings,
  LineMark,
  LinkPreview,
  NodeRow,
  ProxyNode,
  SourceInfo,
  SubscriptionInfo,
  TargetId,
  TemplateReport,
  TextCheck,
} from './conversion-types.ts'
import { mergeAgain, type Conflict, type Merged } from './merge-texts.ts'

// Reads and converts, away from the page: a list of any length leaves it alive.

const ROWS_A_MESSAGE = 4000
const desk = new ConversionDesk()

const api = {
  read(
    id: string,
    name: string,
    text: string,
    told: SubscriptionInfo | undefined,
    onProgress?: (entries: number) => void,
  ): SourceInfo {
    return desk.read(id, name, text, told, (entries) => onProgress?.(entries))
  },
  rename: (id: string, name: string): void => desk.rename(id, name),
  forget: (id: string): void => desk.forget(id),
  marks: (id: string, lang: Lang): LineMark[] => desk.marks(id, lang),
  /** Rows in pieces: a long list at once would hold up the page while it is unpacked. */
  async rows(
    request: Pick<BuildRequest, 'sources' | 'edits'>,
    take: (rows: NodeRow[]) => Promise<void>,
  ): Promise<number> {
    const rows = desk.rows(request)
    for (let at = 0; at < rows.length; at += ROWS_A_MESSAGE) await take(rows.slice(at, at + ROWS_A_MESSAGE))
    return rows.length
  },
  missingLists: (request: Pick<BuildRequest, 'settings' | 'lang'>): string[] => desk.missingLists(request),
  addList: (address: string, text: string): void => desk.addList(address, text),
  build: (request: BuildRequest): BuildResult => desk.build(request),
  blob: (type: string): Blob => new Blob([desk.text()], { type }),
  compare: (request: BuildRequest): CompareCell[] => desk.compare(request, ALL_COLUMNS),
  detail: (
    request: Pick<BuildRequest, 'sources' | 'edits'>,
    key: string,
  ): { node: ProxyNode; link?: string } | undefined => desk.detail(request, key),
  links: (request: Pick<BuildRequest, 'sources' | 'edits'>, keys: string[]): string[] => desk.links(request, keys),
  preview: (node: ProxyNode, target: TargetId, lang: Lang): LinkPreview => previewNode(node, target, lang),
  texts: (
    request: Pick<BuildRequest, 'sources' | 'edits' | 'settings'>,
    key: string,
  ): { json: string; yaml: string } | undefined => desk.texts(request, key),
  checkText: (text: string, settings: ConvertSettings, lang: Lang): TextCheck => checkText(text, settings, lang),
  checkTemplate: (template: ConvertSettings['template'], lang: Lang): TemplateReport => checkTemplate(template, lang),
  merge: (base: string, mine: string, theirs: string, before: readonly Conflict[]): Merged =>
    mergeAgain(base, mine, theirs, before),
  isRegex: (pattern: string): boolean => isRegex(pattern),
  /** What is wrong with rules, said as `Line 3: … → …`. */
  checkRules(
    text: string,
    platform: PlatformId,
    groups: string[],
    lang: Lang,
  ): { line: number; severity: string; message: string }[] {
    return checkRules(text, { platform, groups }).problems.map((problem) => ({
      line: problem.line,
      severity: problem.severity,
      message: ruleLineMessage(
        problem.line,
        problem.args.raw,
        [ruleMessage(problem, lang, { client: platform })],
        lang,
      ),
    }))
  },
}

export type ConvertWorkerApi = typeof api

expose(api)
