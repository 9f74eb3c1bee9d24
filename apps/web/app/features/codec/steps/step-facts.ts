import { CLIENT_FACTS } from '@switchyard/convert/facts'

const CLIENT_IDS: readonly string[] = CLIENT_FACTS.map(({ id }) => id)

/** A step of a chain with those of its options that are not the usual ones. */
export interface CodecStep {
  id: StepId
  options: Readonly<Record<string, string>>
}

interface StepFact {
  /** Of the list to choose from. */
  group: 'encode' | 'format' | 'node' | 'look'
  /** Reads what this one writes. */
  inverse?: string
  /** The first value of each is the usual one. */
  options?: Readonly<Record<string, readonly string[]>>
}

/** Every step, without what it does: a page reads this and loads no step. */
const FACTS = {
  'base64-decode': { group: 'encode', inverse: 'base64-encode' },
  'base64-encode': {
    group: 'encode',
    inverse: 'base64-decode',
    options: { form: ['standard', 'bare', 'url', 'url-padded'] },
  },
  'url-decode': { group: 'encode', inverse: 'url-encode', options: { plus: ['kept', 'space'] } },
  'url-encode': { group: 'encode', inverse: 'url-decode', options: { keep: ['nothing', 'address'] } },
  'hex-decode': { group: 'encode', inverse: 'hex-encode' },
  'hex-encode': { group: 'encode', inverse: 'hex-decode', options: { form: ['plain', 'spaced', 'colons', 'escaped'] } },
  'unicode-unescape': { group: 'encode', inverse: 'unicode-escape' },
  'unicode-escape': { group: 'encode', inverse: 'unicode-unescape', options: { what: ['needed', 'all'] } },
  'html-decode': { group: 'encode', inverse: 'html-encode' },
  'html-encode': { group: 'encode', inverse: 'html-decode', options: { what: ['needed', 'all'] } },
  decompress: { group: 'encode', inverse: 'compress' },
  compress: { group: 'encode', inverse: 'decompress', options: { form: ['gzip', 'deflate', 'deflate-raw'] } },
  'json-format': { group: 'format', inverse: 'json-minify', options: { indent: ['2', '4', 'tab'] } },
  'json-minify': { group: 'format', inverse: 'json-format' },
  'json-to-yaml': { group: 'format', inverse: 'yaml-to-json' },
  'yaml-to-json': { group: 'format', inverse: 'json-to-yaml' },
  'link-to-fields': { group: 'node', inverse: 'fields-to-link', options: { as: ['fields', ...CLIENT_IDS] } },
  'fields-to-link': { group: 'node', inverse: 'link-to-fields' },
  'qr-make': { group: 'node', inverse: 'qr-read', options: { correction: ['M', 'L', 'Q', 'H'] } },
  'qr-read': { group: 'node', inverse: 'qr-make' },
  'jwt-view': { group: 'look' },
  timestamp: { group: 'look', options: { as: ['all', 's', 'ms', 'iso', 'local'] } },
  sha256: { group: 'look', options: { form: ['hex', 'base64'] } },
} as const satisfies Record<string, StepFact>

export type StepId = keyof typeof FACTS

type Checked = Omit<StepFact, 'inverse'> & { inverse?: StepId }
// The compiler holds every inverse against the names of the table.
export const STEP_FACTS: Readonly<Record<StepId, Checked>> = FACTS

/** In the order of the list to choose from. */
export const STEP_IDS = Object.keys(FACTS) as readonly StepId[]

export const STEP_GROUPS = ['encode', 'format', 'node', 'look'] as const satisfies readonly StepFact['group'][]

/** The value of an option: the usual one where nothing or something unknown was chosen. */
export function optionOf({ id, options }: CodecStep, name: string): string {
  const values = STEP_FACTS[id].options?.[name] ?? []
  const chosen = options[name]
  return chosen !== undefined && values.includes(chosen) ? chosen : (values[0] ?? '')
}

/** All options of a step, the usual ones included. */
export function optionsOf(step: CodecStep): Record<string, string> {
  return Object.fromEntries(Object.keys(STEP_FACTS[step.id].options ?? {}).map((name) => [name, optionOf(step, name)]))
}
