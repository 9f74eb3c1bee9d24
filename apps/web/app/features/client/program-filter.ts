import {
  type Core,
  type Platform,
  PLATFORMS,
  type Program,
  PROGRAMS,
  PROGRAM_PROTOCOLS,
  type ProtocolName,
  protocolsOf,
} from '@switchyard/recipe/programs'

/** What of the list is shown. It stands in the address, so that a link shows the same. */
export interface ProgramFilter {
  /** Absent: the platform of this browser. `all`: every one. */
  platform?: Platform | 'all'
  core?: Core
  /** A program has to carry all of them. */
  protocols: readonly ProtocolName[]
  text: string
}

/** The cores that programs of the list name, in the order of the list. */
export const NAMED_CORES: readonly Core[] = [...new Set(PROGRAMS.flatMap(({ cores }) => cores?.[0] ?? []))]

const oneOf = <T extends string>(known: readonly T[], value: string | null): T | undefined =>
  known.find((each) => each === value)

/** Reads the filter of an address. What is not known is left out. */
export function filterFrom(query: URLSearchParams): ProgramFilter {
  const platform = oneOf([...PLATFORMS, 'all'] as const, query.get('platform'))
  const core = oneOf(NAMED_CORES, query.get('core'))
  const named = (query.get('protocols') ?? '').split(',')
  return {
    ...(platform ? { platform } : {}),
    ...(core ? { core } : {}),
    protocols: PROGRAM_PROTOCOLS.filter((protocol) => named.includes(protocol)),
    text: query.get('q') ?? '',
  }
}

/** The query of a filter, beside what else stands in it. */
export function withFilter(
  query: URLSearchParams,
  { platform, core, protocols, text }: ProgramFilter,
): URLSearchParams {
  const next = new URLSearchParams(query)
  const values = { platform, core, protocols: protocols.join(','), q: text }
  for (const [key, value] of Object.entries(values)) {
    if (value) next.set(key, value)
    else next.delete(key)
  }
  return next
}

/** Programs that a filter shows: those that are looked after first. */
export function programsFor({ platform, core, protocols, text }: ProgramFilter): Program[] {
  const wanted = text.trim().toLowerCase()
  const shown = PROGRAMS.filter((program) => {
    const carried = protocolsOf(program)
    return (
      (platform === undefined || platform === 'all' || program.platforms[0].includes(platform)) &&
      (core === undefined || program.cores?.[0].includes(core)) &&
      // A program that names no protocols carries none for sure.
      protocols.every((protocol) => carried?.includes(protocol)) &&
      `${program.name} ${program.keywords ?? ''}`.toLowerCase().includes(wanted)
    )
  })
  return [...shown.filter(({ archived }) => !archived), ...shown.filter(({ archived }) => archived)]
}
