/** Words of Java, and the literals and the underscore that are no names either (JLS 3.9, 3.10). */
const WORDS: ReadonlySet<string> = new Set(
  (
    '_ abstract assert boolean break byte case catch char class const continue default do double else enum extends false final ' +
    'finally float for goto if implements import instanceof int interface long native new null package private protected ' +
    'public return short static strictfp super switch synchronized this throw throws transient true try void volatile while'
  ).split(' '),
)

/** What a component of a record may not be called (JLS 8.10.1). */
export const NO_COMPONENTS: ReadonlySet<string> = new Set(
  'clone finalize getClass hashCode notify notifyAll toString wait'.split(' '),
)

/**
 * Letters that are letters to every Java from 8 on; newer ones of Unicode are none to an old compiler. Everything else
 * parts words.
 */
const PART =
  /[A-Za-z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0391-\u03a1\u03a3-\u03c9\u0400-\u0481\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fa5\uac00-\ud7a3]+/g

/** The file of a nested class has two names in its own, three bytes a letter, and a file system takes 255. */
const LENGTH_MAX = 36

function wordsOf(text: string): string[] {
  const words = text.slice(0, 1000).match(PART) ?? []
  return words.map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word))
}

const upperFirst = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

/** `HTTPServer` → `httpServer`. */
function lowerFirst(word: string): string {
  const [first = ''] = /^[A-Z]+(?=[A-Z][a-z])/.exec(word) ?? [word.slice(0, 1)]
  return first.toLowerCase() + word.slice(first.length)
}

/** A word that is none of Java's and begins with a letter or an underscore. */
function fixed(name: string, fallback: string): string {
  const cut = name.slice(0, LENGTH_MAX)
  if (cut === '') return fallback
  if (/^\d/.test(cut)) return `_${cut}`
  return WORDS.has(cut) ? `${cut}_` : cut
}

/** `server-port` → `serverPort`. */
export function fieldName(key: string): string {
  const [first = '', ...rest] = wordsOf(key)
  return fixed(lowerFirst(first) + rest.map(upperFirst).join(''), 'field')
}

/** `server-port` → `ServerPort`. */
export function typeName(key: string): string {
  return fixed(wordsOf(key).map(upperFirst).join(''), 'Item')
}

/** `serverPort` → `SERVER_PORT`. */
export function constantName(key: string): string {
  const words = key.slice(0, 1000).match(PART) ?? []
  const parted = words.map((word) => word.replace(/([a-z0-9])([A-Z])/g, '$1_$2'))
  return fixed(parted.join('_').toUpperCase(), 'VALUE')
}

/** The type of an item of a list: `proxies` → `proxy`, `data` → `dataItem`. */
export function itemKey(key: string): string {
  if (/[^aeiou]ies$/i.test(key)) return `${key.slice(0, -3)}y`
  if (/(?:x|ch|sh|ss)es$/i.test(key)) return key.slice(0, -2)
  return /[^suia]s$/i.test(key) || /[^s]as$/i.test(key) ? key.slice(0, -1) : `${key}Item`
}

/** A package name; what cannot be one is mended, and `java` stays Java's own. */
export function packageName(text: string): string {
  const steps = text.split('.').map((step) => (step.match(PART) ?? []).join('_'))
  const filled = steps.filter((step) => step !== '').map((step) => fixed(step, ''))
  if (filled[0] === 'java' || filled[0] === 'javax') filled[0] += '_'
  return filled.slice(0, 20).join('.')
}

/** A getter or setter ends in this. By the rule of java.beans `xIndex` has `getxIndex`. */
export function accessor(name: string): string {
  return isSecondUpper(name) ? name : upperFirst(name)
}

export function isSecondUpper(name: string): boolean {
  const second = name.charAt(1)
  return second !== second.toLowerCase()
}

/** Names that are given out once; `sameAs` says what counts as equal. */
export class Names {
  readonly #taken: Set<string>
  readonly #sameAs: (name: string) => string
  /** Where the numbers of a name go on. */
  readonly #next = new Map<string, number>()

  constructor(taken: Iterable<string>, sameAs: (name: string) => string) {
    this.#sameAs = sameAs
    this.#taken = new Set([...taken].map(sameAs))
  }

  /** The name, or the first free one of `name2`, `name3` … */
  give(name: string): string {
    let free = name
    let n = this.#next.get(name) ?? 2
    while (this.#taken.has(this.#sameAs(free))) free = `${name}${n++}`
    this.#next.set(name, n)
    this.#taken.add(this.#sameAs(free))
    return free
  }

  /** A name for each key. A key that is a name already keeps it, whatever stands before it. */
  giveAll(keys: readonly string[], nameOf: (key: string) => string): string[] {
    const given = new Map<number, string>()
    for (const isOwn of [true, false])
      for (const [index, key] of keys.entries()) {
        const name = nameOf(key)
        if ((name === key) === isOwn) given.set(index, this.give(name))
      }
    return keys.map((_key, index) => given.get(index)!)
  }
}
