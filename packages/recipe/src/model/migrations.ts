import { isRecord, type JsonObject, recordOf } from '@switchyard/convert/record'

/** What recipes are saved as now. */
export const RECIPE_VERSION = 3
/** Of drafts from before there were versions: they name none. */
export const FIRST_VERSION = 0

type Saved = Readonly<JsonObject>

/**
 * From each version to the next. A released one is never changed: what it wrote is on devices and in files. It imports no
 * default either. A value that a recipe does not say is the default of the day on which it was saved, so each migration
 * writes down those of its own day.
 */
const MIGRATIONS: readonly ((saved: Saved) => Saved)[] = [fromDraft, fromVersion1, fromVersion2]

/** What was saved as a version, as this version saves it; undefined where a newer program saved it. */
export function migrated(saved: Saved, version: number): Saved | undefined {
  if (!Number.isInteger(version) || version < FIRST_VERSION || version > RECIPE_VERSION) return undefined
  return MIGRATIONS.slice(version).reduce((before, migrate) => migrate(before), saved)
}

/** Defaults while drafts had no version, and until version 1 ended. */
const EDITS_1: Saved = { removed: [], disabled: [], names: {}, nodes: {}, clones: [], kept: [] }
const OUTPUT_1: Saved = { singboxVersion: 'compatible', clashPremium: false, list: false, tun: false }
const COMMON_1: Saved = {
  template: 'standard',
  rules: '',
  ruleSets: [],
  mapping: [],
  groupNames: {},
  groupEdits: {},
  nameInclude: '',
  nameExclude: '',
  prefix: '',
  flag: false,
  useProvider: false,
  providers: [],
  keepDuplicates: false,
}

/** Version 0: what came later is missing, there are no steps, and an edited node may stand alone. */
function fromDraft(draft: Saved): Saved {
  const edits = recordOf(draft['edits'])
  const options = Object.entries(recordOf(draft['perTarget'])).map(([target, given]) => [
    target,
    { ...OUTPUT_1, ...recordOf(given) },
  ])
  return {
    ...draft,
    steps: [],
    edits: { ...EDITS_1, ...edits, nodes: editsOfNodes(recordOf(edits['nodes'])) },
    common: { ...COMMON_1, ...recordOf(draft['common']) },
    perTarget: Object.fromEntries(options),
  }
}

/** In version 0 an edit was a pair of `from` and `to`, or the node itself. */
function editsOfNodes(nodes: JsonObject): JsonObject {
  const edits = Object.entries(nodes).map(([key, edit]) => {
    const isPair = typeof edit === 'object' && edit !== null && 'from' in edit && 'to' in edit
    return [key, isPair ? edit : { node: edit }]
  })
  return Object.fromEntries(edits)
}

/** What version 2 calls what version 1 called otherwise. */
const WORDS_1 = { target: 'output', perTarget: 'perOutput' } as const
const WORDS_OF_EDITS_1 = { removed: 'deleted' } as const
const WORDS_OF_STEPS_1 = { isOff: 'disabled' } as const

/**
 * Version 1: other words for the output, for deleted entries, for a step that is switched off and for the fingerprint.
 * A file may have been written by hand, so whatever is of the wrong kind stays as it is, for the schema to report.
 */
function fromVersion1(saved: Saved): Saved {
  const { target = 'mihomo', perTarget = {}, edits = {}, common = {}, steps = [], ...others } = saved
  const named = withDefaults(edits, EDITS_1)
  return renamed(
    {
      ...others,
      target,
      perTarget: isRecord(perTarget)
        ? Object.fromEntries(Object.entries(perTarget).map(([of, given]) => [of, withDefaults(given, OUTPUT_1)]))
        : perTarget,
      common: withDefaults(common, COMMON_1),
      steps: Array.isArray(steps) ? steps.map(stepOf1) : steps,
      edits: isRecord(named) ? renamed(named, WORDS_OF_EDITS_1) : named,
    },
    WORDS_1,
  )
}

function stepOf1(step: unknown): unknown {
  if (!isRecord(step)) return step
  const named = renamed(step, WORDS_OF_STEPS_1)
  return named['kind'] === 'set' && named['field'] === 'fp' ? { ...named, field: 'fingerprint' } : named
}

/** What version 3 calls the fields of a node's TLS. */
const WORDS_OF_TLS_2 = { fp: 'fingerprint', pin: 'certificatePin', vcn: 'certificateName' } as const

/** Version 2: other words for three fields of TLS, in edited nodes and in those that were added by hand. */
function fromVersion2(saved: Saved): Saved {
  const { sources, edits } = saved
  return {
    ...saved,
    ...(Array.isArray(sources) ? { sources: sources.map(sourceOf2) } : {}),
    ...(isRecord(edits) && isRecord(edits['nodes']) ? { edits: { ...edits, nodes: nodesOf2(edits['nodes']) } } : {}),
  }
}

/** An edit holds a node (`node`), a part of its fields twice (`from`, `to`), or a link. */
function nodesOf2(nodes: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(nodes).map(([key, edit]) => [key, isRecord(edit) ? withEach(edit, tlsOf2) : edit]),
  )
}

/** The text of nodes that were added by hand has one JSON record a line. */
function sourceOf2(source: unknown): unknown {
  if (!isRecord(source) || source['kind'] !== 'added' || typeof source['text'] !== 'string') return source
  return { ...source, text: source['text'].split('\n').map(addedLineOf2).join('\n') }
}

function addedLineOf2(line: string): string {
  try {
    return JSON.stringify(tlsOf2(JSON.parse(line)))
  } catch {
    return line
  }
}

/** A node with the new words in its TLS, that of a plugin too. What it keeps of other formats (`rest`) has its own words. */
function tlsOf2(node: unknown): unknown {
  if (!isRecord(node)) return node
  return withEach(node, (value, key) => {
    if (key === 'rest' || !isRecord(value)) return value
    return key === 'tls' ? renamed(value, WORDS_OF_TLS_2) : tlsOf2(value)
  })
}

function withEach(record: Saved, change: (value: unknown, key: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))
}

function withDefaults(given: unknown, defaults: Saved): unknown {
  return isRecord(given) ? { ...defaults, ...given } : given
}

/** The same values under other names. What had such a name before is not the same thing: `laterWords` reports it. */
function renamed(saved: Saved, words: Readonly<Record<string, string>>): JsonObject {
  const later = new Set(Object.values(words))
  return Object.fromEntries(
    Object.entries(saved).flatMap(([key, value]) => {
      if (later.has(key)) return []
      return [[Object.hasOwn(words, key) ? words[key]! : key, value]]
    }),
  )
}

type Path = readonly PropertyKey[]

/** Places that use a word of a later version than the one that they are saved as. There it meant nothing. */
export function laterWords(saved: Saved, version: number): Path[] {
  if (version > 1) return []
  const { edits, steps } = saved
  const among = (value: unknown, words: Readonly<Record<string, string>>, path: Path): Path[] =>
    isRecord(value) ? Object.values(words).flatMap((word) => (Object.hasOwn(value, word) ? [[...path, word]] : [])) : []
  return [
    ...among(saved, WORDS_1, []),
    ...among(edits, WORDS_OF_EDITS_1, ['edits']),
    ...(Array.isArray(steps) ? steps.flatMap((step, at) => among(step, WORDS_OF_STEPS_1, ['steps', at])) : []),
  ]
}

/** The place of a value as a file of this version calls it. */
export function placeAtVersion(path: Path, version: number): Path {
  if (version > 1) return path
  const [top, second, third, ...deeper] = path
  if (top === 'edits' && second !== undefined)
    return [top, oldWord(second, WORDS_OF_EDITS_1), ...(third === undefined ? [] : [third]), ...deeper]
  if (top === 'steps' && second !== undefined && third !== undefined)
    return [top, second, oldWord(third, WORDS_OF_STEPS_1), ...deeper]
  return top === undefined ? path : [oldWord(top, WORDS_1), ...path.slice(1)]
}

function oldWord(word: PropertyKey, words: Readonly<Record<string, string>>): PropertyKey {
  return Object.keys(words).find((old) => words[old] === word) ?? word
}
