import { KEY_ANNOTATIONS, LOMBOK_DATA, NULLABLE } from './annotations.ts'
import { JavaRefusal } from './issue.ts'
import { isSecondUpper, Names, packageName, typeName } from './names.ts'
import type { JavaOptions } from './options.ts'

/** Types that are written by their simple names, and where they come from; those of java.lang need no import. */
const TYPES: Readonly<Record<string, string>> = {
  Boolean: 'java.lang',
  Double: 'java.lang',
  Enum: 'java.lang',
  Integer: 'java.lang',
  Long: 'java.lang',
  Object: 'java.lang',
  Record: 'java.lang',
  String: 'java.lang',
  BigDecimal: 'java.math',
  BigInteger: 'java.math',
  List: 'java.util',
  Map: 'java.util',
  LocalDate: 'java.time',
  LocalDateTime: 'java.time',
  OffsetDateTime: 'java.time',
}

/** The class file format counts the bytes of a text in two bytes (JVMS 4.4.7); a letter has up to three. */
const LITERAL_MAX = 21_000

/** A text as it stands in Java, comments included: a backslash before a `u` would begin an escape there, too. */
export function literal(text: string): string {
  if (text.length > LITERAL_MAX) throw new JavaRefusal('long-text', { most: LITERAL_MAX })
  return `"${text.replace(/[^ !#-[\]-~\u4e00-\u9fa5]/g, (char) => ESCAPES[char] ?? unicodeEscape(char))}"`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"', '\\': '\\\\', '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r',
} // oxfmt-ignore

function unicodeEscape(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** One file: its package, its imports, and one name per type. */
export class JavaFile {
  readonly options: JavaOptions
  readonly hasLombok: boolean
  readonly rootName: string
  /** Names of nested types. `Node` and `node` count as one name: some file systems keep both classes in one file. */
  readonly typeNames: Names
  readonly #imports = new Set<string>()

  constructor(options: JavaOptions) {
    this.options = options
    this.hasLombok = options.hasLombok && options.output === 'pojo'
    const foreign = [KEY_ANNOTATIONS[options.library], this.hasLombok ? LOMBOK_DATA : undefined, NULLABLE]
    const taken = [...Object.keys(TYPES), ...foreign.flatMap((one) => (one === undefined ? [] : [one.name]))]
    this.typeNames = new Names(taken, (name) => name.toLowerCase())
    this.rootName = this.typeNames.give(typeName(options.rootClass || 'Root'))
  }

  /** Imports a type of another package, and gives its simple name. */
  use({ name, from }: { name: string; from: string }): string {
    if (from !== 'java.lang') this.#imports.add(`${from}.${name}`)
    return name
  }

  useType(name: string): string {
    const from = TYPES[name]
    return from === undefined ? name : this.use({ name, from })
  }

  /** What keeps a key whose name had to become another one: an annotation, or at least a comment. */
  keyMark(key: string, name: string): string | undefined {
    // Lombok writes `getXIndex`, of which Jackson makes `xindex`.
    const isGetterOdd = this.hasLombok && isSecondUpper(name)
    if (key === name && !isGetterOdd) return undefined
    const annotation = KEY_ANNOTATIONS[this.options.library]
    return annotation ? `@${this.use(annotation)}(${literal(key)})` : key === name ? undefined : `// ${literal(key)}`
  }

  /** The whole text around the lines of the root type. */
  print(lines: readonly string[]): string {
    const name = packageName(this.options.packageName)
    const head = name === '' ? [] : [`package ${name};`, '']
    const imports = [...this.#imports].sort().map((one) => `import ${one};`)
    if (imports.length > 0) imports.push('')
    return `${[...head, ...imports, ...lines].join('\n')}\n`
  }
}

export function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `    ${line}`))
}
