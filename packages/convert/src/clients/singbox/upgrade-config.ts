import { type DocumentPath, findNode, valueOf } from '../../document/document-node.ts'
import type { OpenDocument } from '../../document/open-document.ts'
import { rewriteValue } from '../../document/rewrite-value.ts'
import { ISSUE_SEVERITY, type IssueArgs } from '../../model/issue.ts'
import { isSingboxVersion, type SingboxVersion } from '../../model/singbox-version.ts'
import { isRecord, type JsonObject } from '../../text/record.ts'
import { placeAt } from '../../upgrade/shared/place-at.ts'
import { changeKey, type UpgradeStep } from '../../upgrade/shared/upgrade-step.ts'
import { ConfigDraft, type MigrationOutcome } from './migrations/config-draft.ts'
import { applyMigrations } from './migrations/migrate-config.ts'
import { SINGBOX_MIGRATIONS } from './migrations/migrations.ts'
import { versionRange } from './rule-check/version-range.ts'

/** Versions that a config can be brought to. */
export const UPGRADE_VERSIONS: readonly string[] = ['1.12', '1.13', '1.14']

/**
 * A config of sing-box in the form that a version takes, each step with the place that the old form has. A single change that
 * is left out leaves the item of the list that it stands in as it is; where a step cannot do without it, the step is left out.
 */
export function upgradeSingboxConfig(
  document: OpenDocument,
  version: string,
  without: ReadonlySet<string>,
): UpgradeStep {
  const root = document.root === undefined ? undefined : valueOf(document.root)
  if (!isRecord(root) || !isSingboxVersion(version)) return { edits: [], changes: [] }
  const names = new Set(Array.from(without).filter((one) => !one.includes(' ')))
  const hidden = hiddenPlaces(without, names)
  for (;;) {
    const { draft, changes } = migrated(document, root, version, names, hidden)
    const tied = changes.filter((change) => without.has(changeKey(change)))
    for (const { name } of tied) names.add(name)
    if (tied.length > 0) continue
    const edits = rewriteValue(document, draft.config, (path, item) => {
      if (!isRecord(item)) return undefined
      const old = pathOf(draft.placeOf(item))
      const isOfList = old.length === path.length + 1 && path.every((step, at) => old[at] === step)
      return isOfList ? Number(old.at(-1)) : undefined
    })
    return { edits, changes }
  }
}

function migrated(
  document: OpenDocument,
  root: JsonObject,
  version: SingboxVersion,
  without: ReadonlySet<string>,
  hidden: ReadonlyMap<string, ReadonlySet<string>>,
) {
  const draft = new ConfigDraft(root, versionRange(version))
  const changes: UpgradeStep['changes'] = []
  const report: Parameters<typeof applyMigrations>[2] = (name, place, outcome) => {
    const path = pathOf(place)
    // What an earlier step has written has no place in the file: what became of its old form is told already.
    if (path.length === 1 && place !== 'route' && findNode(document.root, path) === undefined) return
    changes.push({ name, path, place: placeAt(document, path), ...issueOf(name, place, outcome) })
  }
  applyMigrations(draft, true, report, without, hidden)
  return { draft, changes }
}

/** By name: the items of lists that changes which are left out stand in. A change that stands in none takes its whole name along. */
function hiddenPlaces(without: ReadonlySet<string>, names: Set<string>): Map<string, Set<string>> {
  const hidden = new Map<string, Set<string>>()
  for (const key of without) {
    const [name = '', pointer] = key.split(' ')
    if (pointer === undefined) continue
    const steps = pointer.split('/').slice(1)
    const at = steps.findIndex((step) => /^\d+$/.test(step))
    if (at < 1) names.add(name)
    else hidden.set(name, (hidden.get(name) ?? new Set()).add(`${steps.slice(0, at).join('.')}[${steps[at]}]`))
  }
  return hidden
}

function issueOf(name: keyof typeof SINGBOX_MIGRATIONS, place: string, outcome: MigrationOutcome) {
  const { deprecated, removed, isSure } = SINGBOX_MIGRATIONS[name]
  const versions: IssueArgs = {
    deprecated: `1.${deprecated}`,
    ...(removed === undefined ? {} : { removed: `1.${removed}` }),
  }
  if (outcome === 'lost') {
    const code = 'setting-removed' as const
    return { code, severity: ISSUE_SEVERITY[code], field: place.replace(/\.type$/, ''), args: versions }
  }
  const to: IssueArgs = typeof outcome === 'object' && 'to' in outcome ? { to: outcome.to, reason: name } : {}
  return {
    code: 'setting-migrated' as const,
    severity: isSure ? ('note' as const) : ('warning' as const),
    field: place,
    args: { ...versions, ...to },
  }
}

/** `route.rules[0].geosite` as keys and places in lists. */
function pathOf(place: string): DocumentPath {
  const path: (string | number)[] = []
  for (const step of place.split('.')) {
    const [key = '', ...indexes] = step.split('[')
    if (key !== '') path.push(key)
    for (const index of indexes) path.push(Number.parseInt(index, 10))
  }
  return path
}
