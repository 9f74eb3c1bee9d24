import { LOMBOK_DATA, NULLABLE } from './annotations.ts'
import { type JavaNote, JavaRefusal } from './issue.ts'
import { indented, JavaFile } from './java-file.ts'
import { accessor, fieldName, itemKey, Names, NO_COMPONENTS, typeName } from './names.ts'
import type { JavaOptions } from './options.ts'
import type { Tree } from './tree.ts'
import { type JavaField, type JavaType, type ObjectType, type ScalarType, typeOfAll } from './types.ts'

export interface JavaText {
  text: string
  fileName: string
  notes: JavaNote[]
}

/** A record or a class with getters and setters of the objects in a tree; those inside are nested in it. */
export function writeClass(root: Tree, options: JavaOptions): JavaText {
  if (options.output === 'record' && options.version === '8') throw new JavaRefusal('record-needs-17')
  if (root.kind === 'scalar') throw new JavaRefusal('scalar')
  const file = new JavaFile(options)
  const writer = new ClassWriter(file)
  const type = typeOfAll([root], options.dates)
  const object = objectIn(type)
  if (object === undefined && !(root.kind === 'map' && root.fields.size === 0)) throw new JavaRefusal('no-object')
  const body = writer.body(object ?? { kind: 'object', fields: new Map() })
  const lines = writer.declared('public ', file.rootName, body, writer.nested)
  const notes: JavaNote[] = []
  if (object !== undefined && type !== object)
    notes.push({ code: 'root', args: { type: shownType(type, file.rootName) } })
  return { text: file.print(lines), fileName: `${file.rootName}.java`, notes }
}

/** The object that a list of lists, or a map with many keys, consists of. */
function objectIn(type: JavaType): ObjectType | undefined {
  if (type.kind === 'object') return type
  if (type.kind === 'list') return objectIn(type.item)
  return type.kind === 'map' ? objectIn(type.value) : undefined
}

function shownType(type: JavaType, name: string): string {
  if (type.kind === 'list') return `List<${shownType(type.item, name)}>`
  return type.kind === 'map' ? `Map<String, ${shownType(type.value, name)}>` : name
}

const BOXED: Readonly<Partial<Record<ScalarType, string>>> = {
  boolean: 'Boolean', int: 'Integer', long: 'Long', double: 'Double',
} // oxfmt-ignore

export function boxed(name: ScalarType): string {
  return BOXED[name] ?? name
}

/** Nested types of one file: the class around them names each one in its constants. */
const TYPES_MAX = 2000

interface Member {
  /** Type and name. */
  declared: string
  /** An annotation or a comment above it. */
  mark: string | undefined
  type: string
  name: string
}

class ClassWriter {
  /** Lines of the nested types, the outer ones first. */
  readonly nested: string[][] = []
  readonly #file: JavaFile
  readonly #isRecord: boolean
  /** Types by what they are called and consist of: equal ones are written once. */
  readonly #written = new Map<string, string>()

  constructor(file: JavaFile) {
    this.#file = file
    this.#isRecord = file.options.output === 'record'
  }

  /** Fields and methods, or the components of a record. */
  body({ fields }: ObjectType): string[] {
    const names = new Names(this.#isRecord ? NO_COMPONENTS : [], accessor)
    const given = names.giveAll([...fields.keys()], fieldName)
    const members = Array.from(fields, ([key, field], index) => this.#member(key, field, given[index]!))
    return this.#isRecord ? this.#components(members) : this.#fields(members)
  }

  #member(key: string, { type, isOptional }: JavaField, name: string): Member {
    const { nullables } = this.#file.options
    const isPrimitive = type.kind === 'scalar' && !isOptional
    const written = isPrimitive ? this.#file.useType(type.name) : this.#reference(type, key)
    const hasNullable = isOptional && nullables === 'nullable'
    const shown = hasNullable ? `@${this.#file.use(NULLABLE)} ${written}` : written
    return { declared: `${shown} ${name}`, type: shown, name, mark: this.#file.keyMark(key, name) }
  }

  /** A type that may be null and may stand in a list. */
  #reference(type: JavaType, key: string): string {
    switch (type.kind) {
      case 'scalar':
        return this.#file.useType(boxed(type.name))
      case 'list':
        return `${this.#file.useType('List')}<${this.#reference(type.item, itemKey(key))}>`
      case 'map':
        return `${this.#file.useType('Map')}<String, ${this.#reference(type.value, itemKey(key))}>`
      case 'object':
        return this.#nestedType(type, key)
      case 'any':
        return 'Object'
    }
  }

  #nestedType(type: ObjectType, key: string): string {
    const place = this.nested.push([]) - 1
    if (place >= TYPES_MAX) throw new JavaRefusal('too-many-types', { most: TYPES_MAX })
    const body = this.body(type)
    const wanted = typeName(key)
    const signature = [wanted, ...body].join('\n')
    const known = this.#written.get(signature)
    if (known !== undefined) return known
    const name = this.#file.typeNames.give(wanted)
    this.#written.set(signature, name)
    this.nested[place] = this.declared('public static ', name, body, [])
    return name
  }

  /** A type of these lines. */
  declared(modifiers: string, name: string, body: readonly string[], nested: readonly string[][]): string[] {
    const inner = nested.flatMap((lines) => (lines.length === 0 ? [] : ['', ...indented(lines)]))
    if (this.#isRecord) {
      const [first = '', ...rest] = body
      const head = modifiers.replace('static ', '')
      const closed = inner.length === 0 ? ' {}' : ' {'
      const lines =
        body.length === 0
          ? [`${head}record ${name}()${closed}`]
          : [`${head}record ${name}(`, ...indented([first, ...rest]), `)${closed}`]
      return inner.length === 0 ? lines : [...lines, ...inner.slice(1), '}']
    }
    const data = this.#file.hasLombok ? [`@${this.#file.use(LOMBOK_DATA)}`] : []
    return [...data, `${modifiers}class ${name} {`, ...indented(body), ...inner, '}']
  }

  #components(members: readonly Member[]): string[] {
    return members.flatMap(({ declared, mark }, index) => {
      const line = index === members.length - 1 ? declared : `${declared},`
      if (mark === undefined) return [line]
      return mark.startsWith('@') ? [`${mark} ${line}`] : [mark, line]
    })
  }

  #fields(members: readonly Member[]): string[] {
    const lines = members.flatMap(({ declared, mark }) => [
      ...(mark === undefined ? [] : [mark]),
      `private ${declared};`,
    ])
    if (this.#file.hasLombok) return lines
    for (const { type, name } of members) {
      const verb = type === 'boolean' ? 'is' : 'get'
      lines.push('', `public ${type} ${verb}${accessor(name)}() {`, `    return ${name};`, '}')
      lines.push('', `public void set${accessor(name)}(${type} ${name}) {`, `    this.${name} = ${name};`, '}')
    }
    return lines
  }
}
