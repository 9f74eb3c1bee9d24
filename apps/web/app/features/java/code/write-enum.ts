import { type JavaNote, JavaRefusal } from './issue.ts'
import { indented, JavaFile, literal } from './java-file.ts'
import { accessor, constantName, fieldName, Names } from './names.ts'
import type { JavaOptions } from './options.ts'
import type { Scalar, Tree, TreeMap } from './tree.ts'
import { columnsOf, FIELDS_MAX, isNull, type ScalarType, scalarTypeOf } from './types.ts'
import { boxed, type JavaText } from './write-class.ts'

interface Row {
  key: string
  fields: ReadonlyMap<string, Tree>
}

/** An enum: one constant for each text of a list, each key of an object, or each object of a list or map. */
export function writeEnum(root: Tree, options: JavaOptions): JavaText {
  if (root.kind === 'scalar') throw new JavaRefusal('scalar')
  const rows = root.kind === 'list' ? rowsOfList(root.items) : rowsOfMap(root)
  if (rows.length === 0) throw new JavaRefusal('no-constants')
  const file = new JavaFile(options)
  const columns = columnsOf(rows.map(({ fields }) => ({ kind: 'map', fields })))
  const kept = [...columns].filter(([, column]) => column.every(({ kind }) => kind === 'scalar')).slice(0, FIELDS_MAX)
  if (rows.length * (CONSTANT_BYTES + kept.length * VALUE_BYTES) > INITIALIZER_BYTES)
    throw new JavaRefusal('too-many-constants', { n: rows.length })

  const constants = new Names([], (name) => name)
  const names = constants.giveAll(
    rows.map(({ key }) => key),
    constantName,
  )
  const fieldNames = new Names([...names, 'declaringClass'], accessor)
  const given = fieldNames.giveAll(
    kept.map(([key]) => key),
    fieldName,
  )
  const fields = kept.map(([key, column], index) => {
    const scalars = column.filter((tree) => tree.kind === 'scalar').filter((scalar) => !isNull(scalar))
    const type = scalarTypeOf(scalars, options.dates) ?? 'String'
    const isOptional = scalars.length < rows.length
    return { key, type, written: file.useType(isOptional ? boxed(type) : type), name: given[index]! }
  })
  const lines = rows.flatMap((row, index) => {
    const name = names[index]!
    const values = fields.map(({ key, type }) => valueOf(row.fields.get(key), type))
    const mark = file.keyMark(row.key, name)
    const end = index === rows.length - 1 ? ';' : ','
    const constant = `${name}${values.length === 0 ? '' : `(${values.join(', ')})`}${end}`
    return mark === undefined ? [constant] : [mark, constant]
  })
  if (fields.length > 0) {
    lines.push('', ...fields.map(({ written, name }) => `private final ${written} ${name};`), '')
    lines.push(`${file.rootName}(${fields.map(({ written, name }) => `${written} ${name}`).join(', ')}) {`)
    lines.push(...fields.map(({ name }) => `    this.${name} = ${name};`), '}')
  }
  for (const { written, name } of fields) {
    const verb = written === 'boolean' ? 'is' : 'get'
    lines.push('', `public ${written} ${verb}${accessor(name)}() {`, `    return ${name};`, '}')
  }
  const left = columns.size - kept.length
  const notes: JavaNote[] = left === 0 ? [] : [{ code: 'left-out', args: { n: left } }]
  return {
    text: file.print([`public enum ${file.rootName} {`, ...indented(lines), '}']),
    fileName: `${file.rootName}.java`,
    notes,
  }
}

// All constants are made in one method, which has at most 65,535 bytes (JVMS 4.7.3).
const INITIALIZER_BYTES = 60_000
const CONSTANT_BYTES = 24
const VALUE_BYTES = 12

function rowsOfList(items: readonly Tree[]): Row[] {
  const maps = items.filter((item) => item.kind === 'map')
  if (maps.length === items.length) return rowsOfObjects(maps)
  const scalars = items.filter((item) => item.kind === 'scalar').filter((item) => !isNull(item))
  const values = new Map(scalars.map((scalar) => [scalar.text, scalar]))
  return Array.from(values, ([key, scalar]) => ({ key, fields: new Map([['value', scalar]]) }))
}

/** Objects are called by the first key whose values are texts, one of a kind. */
function rowsOfObjects(maps: readonly TreeMap[]): Row[] {
  const isName = (column: readonly Tree[]) =>
    new Set(column.map((tree) => (tree.kind === 'scalar' && tree.type === 'text' ? tree.text : ''))).size ===
    maps.length
  const [name] = [...columnsOf(maps)].find(([, column]) => isName(column)) ?? []
  return maps.map(({ fields }, index) => {
    const tree = name === undefined ? undefined : fields.get(name)
    return { key: tree?.kind === 'scalar' ? tree.text : `ITEM_${index + 1}`, fields }
  })
}

function rowsOfMap({ fields }: TreeMap): Row[] {
  const entries = [...fields]
  const areMaps = entries.every(([, { kind }]) => kind === 'map')
  return entries.map(([key, tree]) => {
    const keyTree: Scalar = { kind: 'scalar', type: 'text', text: key }
    // A field of the objects that is called `key` itself counts.
    const own = areMaps && tree.kind === 'map' ? tree.fields : new Map([['value', tree]])
    return { key, fields: new Map<string, Tree>([['key', keyTree], ...own]) }
  })
}

function valueOf(tree: Tree | undefined, type: ScalarType): string {
  if (tree?.kind !== 'scalar' || isNull(tree)) return 'null'
  const { text } = tree
  switch (type) {
    case 'boolean':
    case 'int':
      return text
    case 'long':
      return `${text}L`
    case 'double':
      return `${text}d`
    case 'String':
      return literal(text)
    case 'BigInteger':
    case 'BigDecimal':
      return `new ${type}(${literal(text)})`
    default:
      return `${type}.parse(${literal(text)})`
  }
}
