import type { ConvertSettings } from '../model/convert-settings.ts'

/** For tests: nothing chosen. */

export const SAMPLE_SETTINGS: ConvertSettings = {
  output: 'mihomo', singboxVersion: 'compatible', list: false, template: 'minimal', rules: '', ruleSets: [], mapping: [],
  groupNames: {}, groupEdits: {}, nameInclude: '', nameExclude: '', prefix: '', flag: false, useProvider: false,
  providers: [], clashPremium: false, keepDuplicates: false,
} // oxfmt-ignore
