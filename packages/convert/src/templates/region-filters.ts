import { regionWords } from '../nodes/regions.ts'

/** A Chinese character: what a one-letter name must not stand beside. */
const CHINESE = '[\u3400-\u9fff]'

/**
 * A region as a `filter` over a proxy provider, whose nodes only the client sees: in mihomo's .NET dialect, from the same
 * names that `regionOf` reads. Undefined for a region that has no names.
 */
function wordsFilter(region: string): string | undefined {
  const words = regionWords(region)
  if (words === undefined) return undefined
  const { flags, chinese, letters, cities, english, codes, upperCodes } = words
  const beside = letters.length === 0 ? [] : [`(?<!${CHINESE})[${letters.join('')}](?!${CHINESE})`]
  const behind = letters.length === 0 ? [] : [`(?<=[${cities}])[${letters.join('')}]`]
  // Between the words of a name stands whatever is no letter: `hong kong`, `Hong-Kong`.
  const latin = [...english.map((name) => name.replaceAll(' ', '[^a-z]+')), ...codes]
  return [
    ...flags,
    ...chinese,
    ...beside,
    ...behind,
    ...(latin.length === 0 ? [] : [`(?<![a-z])(?:${latin.join('|')})(?![a-z])`]),
    // In capitals only: in small letters they are words.
    ...(upperCodes.length === 0 ? [] : [`(?-i:(?<![A-Za-z])(?:${upperCodes.join('|')})(?![A-Za-z]))`]),
  ].join('|')
}

/** The `filter` of a region, or of `other`: the names that none of `regions` takes. Undefined for a region we have no names of. */
export function regionFilter(region: string, regions: Iterable<string>): string | undefined {
  if (region !== 'other') {
    const own = wordsFilter(region)
    return own && `(?i)${own}`
  }
  const all = [...regions].flatMap((code) => wordsFilter(code) ?? [])
  return all.length === 0 ? undefined : `(?i)^(?!.*(?:${all.join('|')})).*$`
}
