import type { ConvertSettings, NodeEdits } from './conversion-types.ts'

/** For tests: nothing changed, nothing chosen. */

export const NO_EDITS: NodeEdits = { removed: [], disabled: [], names: {}, nodes: {}, clones: [], kept: [] }
export const SETTINGS: ConvertSettings = {
  target: 'mihomo', singboxVersion: 'compatible', list: false, template: 'minimal', rules: '', ruleSets: [], mapping: [],
  groupNames: {}, groupEdits: {}, nameInclude: '', nameExclude: '', prefix: '', flag: false, useProvider: false,
  providers: [], clashPremium: false, keepDuplicates: false,
} // oxfmt-ignore
