import type { Lang } from '../languages.ts'
import { REGION_NAMES } from './region-names.ts'

/**
 * Where a node stands, told from its name: flag emoji, then Chinese name or abbreviation, then English name, then ISO or
 * IATA code with word borders. Tables are made once; reading a name is one walk over it.
 */

type Words<T> = Map<string, [rest: T, region: string][]>

/** First character -> words that start with it, longest first. */
const chineseWords: Words<string> = new Map()
const chineseLetters = new Map<string, string>()
/** First word -> the words that follow it, longest first; none for names of one word. */
const englishNames: Words<readonly string[]> = new Map()
/** As it stands for codes that are English words, else in lower case. */
const codes = new Map<string, string>()

for (const line of REGION_NAMES.trim().split('\n')) {
  const [region = '', chinese = '', letters = '', english = '', spelled = ''] = line.split('|')
  for (const word of parts(chinese)) push(chineseWords, word[0]!, [word.slice(1), region])
  for (const letter of parts(letters)) chineseLetters.set(letter, region)
  for (const name of parts(english)) {
    const [first, ...rest] = name.split(' ')
    push(englishNames, first!, [rest, region])
  }
  for (const code of parts(spelled)) codes.set(code, region)
}
for (const list of chineseWords.values()) list.sort((a, b) => b[0].length - a[0].length)
for (const list of englishNames.values()) list.sort((a, b) => b[0].length - a[0].length)

function parts(text: string): string[] {
  return text === '' ? [] : text.split(',')
}

function push<T>(words: Words<T>, key: string, entry: [T, string]): void {
  const list = words.get(key)
  if (list) list.push(entry)
  else words.set(key, [entry])
}

/** Regions that names of relays carry beside the one they lead to: `上海-香港`, `🇨🇳 台湾`. */
const LEAST = 'CN'
/** Flags that name no place, or a place under another code. */
const FLAGS: Readonly<Record<string, string>> = { UM: 'US', UK: 'GB', UN: '', EU: '' }
/** Cities whose one-letter name stands before the letter of a region: `沪日`, `广港`. */
const CITY_LETTERS = '京沪滬广廣深穗杭苏蘇津渝蓉汉漢宁寧莞佛徐厦鲁莆甬中'

/** ISO code of the region a name tells of (`🇭🇰 香港 01` -> `HK`); where it tells of none, that of the server's name (`hk1.example.com`). */
export function regionOf(name: string, server?: string): string | undefined {
  const arrow = arrowEnd(name)
  const region = (arrow > 0 ? regionIn(name.slice(arrow)) : undefined) ?? regionIn(name)
  return region ?? (server === undefined ? undefined : regionOfServer(server))
}

/** `HK` -> 🇭🇰; undefined for what is no ISO code. */
export function flagOf(region: string): string | undefined {
  if (region.length !== 2) return undefined
  const first = region.charCodeAt(0) - 65
  const second = region.charCodeAt(1) - 65
  if (first < 0 || first > 25 || second < 0 || second > 25) return undefined
  return String.fromCodePoint(0x1f1e6 + first, 0x1f1e6 + second)
}

/** How names spell a region, for who looks for it by other means than `regionOf`. */
export interface RegionWords {
  flags: readonly string[]
  chinese: readonly string[]
  /** Chinese names of one character: they count alone, or behind one of `cities`. */
  letters: readonly string[]
  cities: string
  /** Words with blanks between them, in lower case. */
  english: readonly string[]
  /** In any case. */
  codes: readonly string[]
  /** Only as they stand. */
  upperCodes: readonly string[]
}

/** The names of a region by its ISO code; undefined where it has none. */
export function regionWords(region: string): RegionWords | undefined {
  const line = REGION_NAMES.trim()
    .split('\n')
    .find((one) => one.startsWith(`${region}|`))
  if (line === undefined || region.includes('|')) return undefined
  const [, chinese = '', letters = '', english = '', spelled = ''] = line.split('|')
  const flags = [region, ...Object.keys(FLAGS).filter((flag) => FLAGS[flag] === region)].flatMap(
    (code) => flagOf(code) ?? [],
  )
  return {
    flags,
    chinese: parts(chinese),
    letters: parts(letters),
    cities: CITY_LETTERS,
    english: parts(english),
    codes: parts(spelled).filter((code) => code === code.toLowerCase()),
    upperCodes: parts(spelled).filter((code) => code !== code.toLowerCase()),
  }
}

/** What a region is called in a language: by the words that its names are known by. */
const NAMES_IN: Readonly<Record<Lang, (words: RegionWords) => readonly string[]>> = {
  'zh-CN': ({ chinese }) => chinese,
  'en-US': ({ english }) => english,
}

/** What a region is called, by its ISO code; the code itself where it has no name. */
export function regionName(region: string, lang: Lang): string {
  const words = regionWords(region)
  const [name] = words ? NAMES_IN[lang](words) : []
  return name === undefined ? region : name.replaceAll(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase())
}

/** Place behind the last arrow (`HK → US`), 0 without one. */
function arrowEnd(name: string): number {
  let at = name.lastIndexOf('>')
  for (const arrow of '→➜➡⇒»') at = Math.max(at, name.lastIndexOf(arrow))
  return at + 1
}

function regionIn(name: string): string | undefined {
  let isFlagLeast = false
  let chinese: string | undefined
  let isChineseLeast = false
  let letter: string | undefined
  let hasLatin = false
  const length = name.length
  for (let at = 0; at < length; at++) {
    const code = name.charCodeAt(at)
    if (code < 0x80) {
      if ((code | 32) >= 97 && (code | 32) <= 122) hasLatin = true
    } else if (code === 0xd83c) {
      const flag = flagAt(name, at)
      if (flag === undefined) continue
      at += 3
      const region = FLAGS[flag] ?? flag
      if (region === LEAST) isFlagLeast = true
      else if (region !== '') return region
    } else if (code >= 0x3400 && code <= 0x9fff && chinese === undefined) {
      const found = chineseWordAt(name, at)
      if (found === undefined) letter ??= letterAt(name, at)
      else {
        if (found[1] === LEAST) isChineseLeast = true
        else chinese = found[1]
        at += found[0].length
      }
    }
  }
  const region = chinese ?? letter
  if (region !== undefined) return region
  const latin = hasLatin ? regionInLatin(name) : undefined
  return latin ?? (isChineseLeast || isFlagLeast ? LEAST : undefined)
}

/** Two regional indicators as letters. */
function flagAt(name: string, at: number): string | undefined {
  const first = name.charCodeAt(at + 1) - 0xdde6
  if (first < 0 || first > 25 || name.charCodeAt(at + 2) !== 0xd83c) return undefined
  const second = name.charCodeAt(at + 3) - 0xdde6
  return second < 0 || second > 25 ? undefined : String.fromCharCode(65 + first, 65 + second)
}

function chineseWordAt(name: string, at: number): [string, string] | undefined {
  const list = chineseWords.get(name[at]!)
  if (list === undefined) return undefined
  for (const entry of list) if (name.startsWith(entry[0], at + 1)) return entry
  return undefined
}

/** A one-letter name counts alone (`日 01`) or behind a city's letter (`沪日`): inside words it means other things. */
function letterAt(name: string, at: number): string | undefined {
  const region = chineseLetters.get(name[at]!)
  if (region === undefined) return undefined
  const before = at > 0 ? name[at - 1]! : ''
  if (before !== '' && CITY_LETTERS.includes(before)) return region
  return isChinese(name.charCodeAt(at - 1)) || isChinese(name.charCodeAt(at + 1)) ? undefined : region
}

function isChinese(code: number): boolean {
  return code >= 0x3400 && code <= 0x9fff
}

function regionInLatin(name: string): string | undefined {
  const words = latinWords(name)
  let code: string | undefined
  let least: string | undefined
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!
    const lower = word.toLowerCase()
    const names = englishNames.get(lower)
    const found = names?.find(([rest]) => rest.every((next, ahead) => words[index + 1 + ahead]?.toLowerCase() === next))
    if (found !== undefined) {
      if (found[1] !== LEAST) return found[1]
      least = LEAST
    } else if (word.length <= 4) {
      const region = codes.get(lower) ?? codes.get(word)
      if (region === LEAST) least = LEAST
      else code ??= region
    }
  }
  return code ?? least
}

/** Runs of ASCII letters. `CN2` is a network and `120 GB` an amount, neither is a place. */
function latinWords(name: string): string[] {
  const words: string[] = []
  let start = -1
  for (let at = 0; at <= name.length; at++) {
    const letter = name.charCodeAt(at) | 32
    const isLetter = name.charCodeAt(at) < 0x80 && letter >= 97 && letter <= 122
    if (isLetter) {
      if (start < 0) start = at
    } else if (start >= 0) {
      const word = name.slice(start, at)
      const isNetwork = word === LEAST && name[at] === '2'
      const isAmount = word === 'GB' && /\d ?$/.test(name.slice(0, start))
      if (!isNetwork && !isAmount) words.push(word)
      start = -1
    }
  }
  return words
}

/** The labels in front of the domain: codes in any case, as whole words. */
function regionOfServer(server: string): string | undefined {
  const labels = server.split('.')
  if (labels.length < 3 || /^[\d.]+$/.test(server)) return undefined
  const front = labels.slice(0, -2).join(' ').toUpperCase()
  return regionInLatin(front)
}
