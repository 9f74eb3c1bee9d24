import { ISSUE_SEVERITY, type Issue, type IssueArgs, type IssueCode, type Severity } from '../../../model/issue.ts'
import type { SingboxVersion } from '../../../model/singbox-version.ts'
import type { Template } from '../../../templates/template.ts'
import { recordsOf, type JsonObject } from '../../../text/record.ts'
import { migrateConfig, type ConfigChange } from './migrate-config.ts'
import { SINGBOX_MIGRATIONS } from './migrations.ts'

/** The user's own sing-box config in the form that the version takes, and what had to be changed for it. */
export function migratedTemplate(
  template: Template,
  version: SingboxVersion,
): { template: Template; issues: readonly Issue[] } {
  const { base, baseKind } = template
  if (base === undefined || baseKind !== 'singbox-json') return { template, issues: [] }
  const { config, changes } = migrateConfig(base, version)
  if (changes.length === 0) return { template, issues: [] }
  const left = tagsOf(config)
  const gone = tagsOf(base).difference(left)
  const isLeft = (name: string) => !gone.has(name)
  const migrated: Template = {
    ...template,
    base: config,
    groups: template.groups.map((group) => ({
      ...group,
      members: group.members.filter((member) => member.kind !== 'ref' || isLeft(member.name)),
    })),
    baseNodes: template.baseNodes?.filter(isLeft),
    ownNodes: template.ownNodes?.filter(({ name }) => isLeft(name)),
  }
  return { template: migrated, issues: issuesOf(changes, template.name) }
}

function tagsOf(config: JsonObject): Set<unknown> {
  return new Set([...recordsOf(config['outbounds']), ...recordsOf(config['endpoints'])].map(({ tag }) => tag))
}

/** One issue for all places where the same became of a setting: a config has dozens of rule sets. */
function issuesOf(changes: readonly ConfigChange[], source: string): Issue[] {
  const alike = Map.groupBy(changes, ({ name, place, outcome }) => {
    const kind = place.replace(/\[\d+\]/g, '[]')
    return JSON.stringify([name, outcome, name === undefined ? kind : ''])
  })
  return [...alike.values()].map((same) => {
    const { place, outcome, name } = same[0]!
    const more: IssueArgs = same.length > 1 ? { more: same.length - 1 } : {}
    if (outcome === 'empty') return issue('missing-field', source, place.replace(/type$/, 'server'), false, {})
    if (typeof outcome === 'object' && 'needs' in outcome)
      return issue('version-too-old', source, place, false, { needs: outcome.needs, ...more })
    if (name === undefined) return issue('setting-removed', source, place, false, more)
    const { deprecated, removed, isSure } = SINGBOX_MIGRATIONS[name]
    const versions = { deprecated: `1.${deprecated}`, removed: `1.${removed ?? deprecated}` }
    if (outcome === 'lost') {
      // An object whose type is gone is left out as a whole.
      const whole = place.replace(/\.type$/, '')
      return issue('setting-removed', source, whole, false, { ...versions, ...more })
    }
    const to: IssueArgs = outcome === 'no-effect' ? {} : { to: outcome.to, reason: name }
    const severity = isSure ? 'note' : 'warning'
    return issue('setting-migrated', source, place, true, { ...versions, ...to, ...more }, severity)
  })
}

function issue(
  code: IssueCode,
  source: string,
  field: string,
  kept: boolean,
  args: IssueArgs,
  severity: Severity = ISSUE_SEVERITY[code],
): Issue {
  return { code, severity, source, field, kept, args }
}
