import { outputFacts } from '@switchyard/convert/facts'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { COMMON_TYPES } from '../../../components/config-form/common-types.ts'
import { useStore } from '../../../lib/store.ts'
import { Switch } from '../../../ui/checkbox.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import {
  filteredRegions,
  type NodeRow,
  outputSettings,
  withCommon,
  withFilteredRegions,
  withOutputSettings,
} from '@switchyard/recipe/model'
import { regionNames } from '../../../components/node-grid/rows/region-names.ts'
import { randomId } from '../../../lib/random-id.ts'
import { useRouteLocale } from '../../../lib/use-route-locale.ts'
import type { Model } from '../session/model.ts'
import { useModel, useSession } from '../session/use-convert.ts'
import { useOptionCheck } from './option-check.tsx'

const NO_ROWS: readonly NodeRow[] = []
/** The engine reads no longer pattern, and ours has a flag before it. */
const PATTERN_MAX = 500

export function ExcludeSection() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const model = useModel()
  const { common, output } = model
  const rows = useStore(session.desk.rows, NO_ROWS)
  const { errors, takenOut } = useOptionCheck()
  const regions = useMemo(() => countRegions(rows, model), [rows, model])
  const defaults = outputFacts(output).defaultExcludes
  const excludes = outputSettings(model).excludes ?? defaults
  const counts = useMemo(() => countTypes(rows), [rows])
  const present = [...counts.types].sort((a, b) => b[1] - a[1]).map(([type]) => type)
  const first = [...new Set([...present, ...excludes.filter((type) => type !== 'info')])]
  const others = COMMON_TYPES.filter((type) => !first.includes(type))
  const toggle = (type: string) =>
    session.change((model) =>
      withOutputSettings(model, {
        excludes: excludes.includes(type) ? excludes.filter((one) => one !== type) : [...excludes, type],
      }),
    )
  const chip = (type: string) => (
    <Chip
      key={type}
      testId={`exclude-${type}`}
      pressed={excludes.includes(type)}
      count={counts.types.get(type)}
      onClick={() => toggle(type)}
    >
      {type}
    </Chip>
  )
  const out = countedRows(rows).filter(
    ({ type, isInfo }) => excludes.includes(type) || (isInfo && excludes.includes('info')),
  ).length
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="text-sm font-medium">{t('excludeTypes')}</legend>
        <p className="mb-2 text-xs text-muted">
          {out > 0
            ? t('takesOut', { n: out })
            : defaults.length > 0
              ? t('excludeDefault', { types: defaults.join(', ') })
              : t('excludeNone')}
        </p>
        <div className="flex flex-wrap gap-1.5">{first.map(chip)}</div>
        {first.length === 0 ? (
          <div className="mt-1.5 flex flex-wrap gap-1.5">{others.map(chip)}</div>
        ) : (
          <details className="mt-1.5">
            <summary className="inline-flex min-h-(--target) cursor-pointer items-center text-xs text-link">
              {t('moreTypes')}
            </summary>
            <div className="mt-1 flex flex-wrap gap-1.5">{others.map(chip)}</div>
          </details>
        )}
      </fieldset>
      {/* A notice is of a protocol as well: what is left out here is the entry that is no server. */}
      <Chip
        pressed={excludes.includes('info')}
        count={counts.info || undefined}
        testId="exclude-info"
        onClick={() => toggle('info')}
      >
        {t('info')}
      </Chip>
      {regions.length > 0 && (
        <>
          <RegionChips
            legend={t('excludeRegions')}
            hint={t('excludeRegionsHint')}
            keeps={false}
            regions={regions}
            testId="exclude-region"
          />
          <RegionChips
            legend={t('keepRegions')}
            hint={t('keepRegionsHint')}
            keeps
            regions={regions}
            testId="keep-region"
          />
        </>
      )}
      {(['nameInclude', 'nameExclude'] as const).map((key) => {
        const n = takenOut[key === 'nameInclude' ? 'include' : 'exclude']
        const issue = errors[key]
        return (
          <Field
            key={key}
            label={t(key === 'nameInclude' ? 'include' : 'excludeNames')}
            hint={n === undefined ? t('regexHint') : t('takesOut', { n })}
            error={issue && t('regexPlain', { issue, n: n ?? 0 })}
          >
            {(control) => (
              <Input
                {...control}
                value={common[key]}
                maxLength={PATTERN_MAX}
                data-testid={key === 'nameInclude' ? 'name-include' : 'name-exclude'}
                onChange={(event) =>
                  session.change((model) => withCommon(model, { [key]: event.target.value }), `typing-${key}`)
                }
              />
            )}
          </Field>
        )
      })}
      <Switch
        checked={common.keepDuplicates}
        onChange={(keepDuplicates) => session.change((model) => withCommon(model, { keepDuplicates }))}
      >
        {t('duplicates')}
        <span className="block text-xs text-muted">{t('duplicatesNote')}</span>
      </Switch>
    </>
  )
}

interface RegionsProps {
  legend: string
  hint: string
  /** Only the nodes of these regions stay; else they are left out. */
  keeps: boolean
  regions: ReturnType<typeof countRegions>
  testId: string
}

/** The regions of the nodes, each to be left out or kept alone. */
function RegionChips({ legend, hint, keeps, regions, testId }: RegionsProps) {
  const session = useSession()
  const model = useModel()
  const regionName = regionNames(useRouteLocale())
  const chosen = filteredRegions(model, keeps)
  const toggle = (region: string) =>
    session.change((model) => {
      const now = filteredRegions(model, keeps)
      const next = now.includes(region) ? now.filter((one) => one !== region) : [...now, region]
      return withFilteredRegions(model, keeps, next, randomId())
    })
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{legend}</legend>
      <p className="mb-2 text-xs text-muted">{hint}</p>
      <div className="flex flex-wrap gap-1.5">
        {regions.map(([region, count]) => (
          <Chip
            key={region}
            testId={`${testId}-${region}`}
            pressed={chosen.includes(region)}
            count={count || undefined}
            onClick={() => toggle(region)}
          >
            {regionName(region)}
          </Chip>
        ))}
      </div>
    </fieldset>
  )
}

/** Nodes of each region, most first; a region that a filter names stands there without a node too. */
function countRegions(rows: readonly NodeRow[], model: Model): readonly [region: string, count: number][] {
  const counts = new Map<string, number>()
  for (const { region } of countedRows(rows)) if (region) counts.set(region, (counts.get(region) ?? 0) + 1)
  for (const region of [...filteredRegions(model, false), ...filteredRegions(model, true)])
    if (!counts.has(region)) counts.set(region, 0)
  return [...counts].sort((a, b) => b[1] - a[1])
}

/** The rows that a conversion sees. */
function countedRows(rows: readonly NodeRow[]): NodeRow[] {
  return rows.filter(({ disabled, duplicateOf }) => !disabled && duplicateOf === undefined)
}

/** Nodes of each type, and the entries that only tell of traffic or expiry. */
function countTypes(rows: readonly NodeRow[]): { types: Map<string, number>; info: number } {
  const types = new Map<string, number>()
  let info = 0
  for (const { type, isInfo } of countedRows(rows)) {
    if (isInfo) info++
    types.set(type, (types.get(type) ?? 0) + 1)
  }
  return { types, info }
}
