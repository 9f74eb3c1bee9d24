import { keysOf } from '@switchyard/convert/record'
import {
  COMMON_SETTINGS,
  type CommonSettings,
  DEFAULT_COMMON,
  DEFAULT_OUTPUT_SETTINGS,
  filteredRegions,
  OUTPUT_SETTINGS,
  outputSettings,
  type SettingKind,
  withFilteredRegions,
  withOutput,
} from '@switchyard/recipe/model'
import { EMPTY_MODEL, type Model } from './model.ts'

export const OPTION_SECTIONS = [
  'target', 'template', 'rules', 'groups', 'exclude', 'naming', 'steps', 'providers', 'advanced',
] as const // oxfmt-ignore

export type OptionSection = (typeof OPTION_SECTIONS)[number]

/** Where what a setting is about stands in the options. */
const SECTION_OF: Readonly<Record<SettingKind, OptionSection>> = {
  target: 'target',
  template: 'template',
  mirror: 'template',
  rules: 'rules',
  ruleSets: 'rules',
  groups: 'groups',
  mapping: 'groups',
  filters: 'exclude',
  naming: 'naming',
  providers: 'providers',
  advanced: 'advanced',
  secret: 'advanced',
}

/** Chosen in no section: the language of the groups follows that of the page, and one secret is drawn. */
const ASIDE: ReadonlySet<string> = new Set(['groupLang', 'drawnSecret'] satisfies (keyof CommonSettings)[])

/** The settings of a table that are chosen in a section. */
function keysIn<T extends Readonly<Record<keyof T, { kind: SettingKind }>>>(
  section: OptionSection,
  table: T,
): (keyof T & string)[] {
  return keysOf(table).filter((key) => SECTION_OF[table[key].kind] === section && !ASIDE.has(key))
}

/** Whether a setting of the section differs from another model, or from its default. */
export function isSectionChanged(section: OptionSection, now: Model, before: Model = EMPTY_MODEL): boolean {
  const options = outputSettings(now)
  const optionsBefore = outputSettings({ ...before, output: now.output })
  return (
    (section === 'steps' && differs(now.steps, before.steps)) ||
    (section === 'exclude' &&
      [true, false].some((keeps) => differs(filteredRegions(now, keeps), filteredRegions(before, keeps)))) ||
    (section === 'target' && (now.output !== before.output || now.app !== before.app)) ||
    keysIn(section, COMMON_SETTINGS).some((key) => differs(now.common[key], before.common[key])) ||
    keysIn(section, OUTPUT_SETTINGS).some((key) => differs(options[key], optionsBefore[key]))
  )
}

/** A model with a section as it is when nothing was chosen in it. */
export function withoutSection(model: Model, section: OptionSection): Model {
  const options = withDefaults(outputSettings(model), DEFAULT_OUTPUT_SETTINGS, keysIn(section, OUTPUT_SETTINGS))
  return {
    ...withoutChoices(model, section),
    common: withDefaults(model.common, DEFAULT_COMMON, keysIn(section, COMMON_SETTINGS)),
    perOutput: { ...model.perOutput, [model.output]: options },
  }
}

/** Without what was chosen there and is no setting. */
function withoutChoices(model: Model, section: OptionSection): Model {
  if (section === 'target') return withOutput(model, EMPTY_MODEL.output)
  if (section === 'steps') return { ...model, steps: [] }
  if (section === 'exclude') return [true, false].reduce((now, keeps) => withFilteredRegions(now, keeps, [], ''), model)
  return model
}

/** The values with some of them as they are when nothing was chosen. */
function withDefaults<T extends object>(values: T, defaults: T, keys: readonly (keyof T)[]): T {
  const next = { ...values }
  for (const key of keys) {
    if (defaults[key] === undefined) delete next[key]
    else next[key] = defaults[key]
  }
  return next
}

/** A part of the model: its sources, the edits of single nodes, or a section of the options. */
export type ChangedPart = OptionSection | 'sources' | 'edits'

/** The fields of a source that a person can change. */
const SOURCE_KEYS = ['id', 'text', 'url', 'name', 'prefix', 'enabled', 'asProvider'] as const

/** The parts that differ between two models, in the order of the options. */
export function changedParts(before: Model, now: Model): ChangedPart[] {
  const hasOtherSources =
    now.sources.length !== before.sources.length ||
    now.sources.some((source, at) => SOURCE_KEYS.some((key) => source[key] !== before.sources[at]![key]))
  return [
    ...(hasOtherSources ? (['sources'] as const) : []),
    ...(differs(now.edits, before.edits) ? (['edits'] as const) : []),
    ...OPTION_SECTIONS.filter((section) => isSectionChanged(section, now, before)),
  ]
}

function differs(a: unknown, b: unknown): boolean {
  return a !== b && JSON.stringify(a) !== JSON.stringify(b)
}
