import { SHARED_MEMBERS } from '@switchyard/convert/facts'
import { namePattern, nearestNames } from '@switchyard/convert'
import type { Converter } from './converter.ts'
import type { BuildRequest, OptionCheck } from './model/build-result.ts'
import { usableSettings } from './settings/usable-settings.ts'

/** What is wrong with the options, which groups they name in vain, and how many nodes the name filters take out. */
export function checkOptions(desk: Converter, request: BuildRequest, groups: readonly string[]): OptionCheck {
  const { settings, lang } = request
  const { errors, files } = usableSettings(settings, lang)
  const mapped = settings.mapping.map(({ group }) => group)
  const unknown = [...settings.ruleSets.map(({ group }) => group), settings.final, settings.rest]
  const among = (names: readonly (string | undefined)[], known: readonly (string | undefined)[]) =>
    Object.fromEntries(
      [...new Set(names)].flatMap((name) =>
        name && groups.length > 0 && !known.includes(name) ? [[name, nearestNames(name, groups)]] : [],
      ),
    )
  return {
    errors,
    files,
    unknownGroups: among(unknown, [...groups, ...mapped, ...SHARED_MEMBERS]),
    newGroups: among(mapped, groups),
    takenOut: takenOut(desk, request),
  }
}

function takenOut(desk: Converter, request: BuildRequest): OptionCheck['takenOut'] {
  const { settings } = request
  const include = namePattern(settings.nameInclude)
  const exclude = namePattern(settings.nameExclude)
  if (!include && !exclude) return {}
  const names = desk
    .rows(request)
    .filter(({ disabled, duplicateOf }) => !disabled && duplicateOf === undefined)
    .map(({ name }) => name)
  const left = include ? names.filter((name) => include.test(name)) : names
  return {
    ...(include ? { include: names.length - left.length } : {}),
    ...(exclude ? { exclude: left.filter((name) => exclude.test(name)).length } : {}),
  }
}
