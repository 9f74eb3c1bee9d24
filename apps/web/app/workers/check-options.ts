import { nearestNames } from '@switchyard/convert'
import type { ConversionDesk } from './conversion.ts'
import type { BuildRequest, OptionCheck } from './conversion-types.ts'
import { nameFilter } from './name-filter.ts'
import { usableSettings } from './usable-settings.ts'

/** What is wrong with the options, which groups they name in vain, and how many nodes the name filters take out. */
export function checkOptions(desk: ConversionDesk, request: BuildRequest, groups: readonly string[]): OptionCheck {
  const { settings, lang } = request
  const { errors, files } = usableSettings(settings, lang)
  const known = new Set([...groups, 'DIRECT', 'REJECT'])
  const named = [
    ...settings.ruleSets.map(({ group }) => group),
    ...settings.mapping.map(({ group }) => group),
    settings.final,
    settings.rest,
  ]
  const unknown = [...new Set(named)].filter((group): group is string => Boolean(group) && !known.has(group!))
  return {
    errors,
    files,
    unknownGroups:
      groups.length === 0 ? {} : Object.fromEntries(unknown.map((name) => [name, nearestNames(name, groups)])),
    takenOut: takenOut(desk, request),
  }
}

function takenOut(desk: ConversionDesk, { settings, ...request }: BuildRequest): OptionCheck['takenOut'] {
  const include = nameFilter(settings.nameInclude)
  const exclude = nameFilter(settings.nameExclude)
  if (!include && !exclude) return {}
  const names = desk
    .rows(request)
    .filter(({ disabled, duplicateOf }) => !disabled && (duplicateOf === undefined || settings.keepDuplicates))
    .map(({ name }) => name)
  const left = include ? names.filter((name) => include.test(name)) : names
  return {
    ...(include ? { include: names.length - left.length } : {}),
    ...(exclude ? { exclude: left.filter((name) => exclude.test(name)).length } : {}),
  }
}
