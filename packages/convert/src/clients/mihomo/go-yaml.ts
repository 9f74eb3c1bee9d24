import type { ScalarReading } from '../../check/shared/key-checker.ts'
import type { ScalarNode } from '../../document/document-node.ts'

/** How mihomo's YAML reader and its weak decoder take scalars: docs/formats/mihomo.md, "Value types". */

type YamlType = 'null' | 'bool' | 'int' | 'float' | 'time' | 'text'

const NULLS: ReadonlySet<string> = new Set(['', '~', 'null', 'Null', 'NULL'])
const BOOLS: ReadonlySet<string> = new Set(['true', 'True', 'TRUE', 'false', 'False', 'FALSE'])
/** Texts that are booleans where one is wanted. */
const BOOLS_IF_WANTED = /^(?:y|n|yes|no|on|off)$/i
const DECIMAL = /^[-+]?[0-9][0-9_]{0,30}$/
const OCTAL = /^[-+]?0[0-7_]{1,30}$/
const PREFIXED = /^[-+]?0(?:x[0-9a-fA-F_]{1,16}|o[0-7_]{1,22}|b[01_]{1,64})$/
const FLOAT = /^[-+]?(?:\.[0-9]{1,40}|[0-9]{1,40}(?:\.[0-9]{0,40})?)(?:[eE][-+]?[0-9]{1,4})?$/
const INFINITE = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/
/** How numbers, booleans and dates begin. */
const NO_TEXT = /^[-+.\dtTfF]/
const DATE = /^\d{4}-\d{1,2}-\d{1,2}(?:$|[Tt\s])/

function yamlType({ text, style, tag }: ScalarNode): YamlType {
  if (tag === '!!int') return 'int'
  if (tag === '!!float') return 'float'
  if (style !== 'plain' || tag !== undefined) return 'text'
  if (NULLS.has(text)) return 'null'
  if (!NO_TEXT.test(text)) return 'text'
  if (BOOLS.has(text)) return 'bool'
  if (DATE.test(text)) return 'time'
  if (PREFIXED.test(text)) return 'int'
  // `089` begins as an octal number and is none: it is read as a float.
  if (DECIMAL.test(text)) return /^[-+]?0[0-9]/.test(text) && !OCTAL.test(text) ? 'float' : 'int'
  return FLOAT.test(text) || INFINITE.test(text) ? 'float' : 'text'
}

function numberOf(text: string): number {
  const plain = text.replaceAll('_', '')
  const sign = plain.startsWith('-') ? -1 : 1
  const digits = plain.replace(/^[-+]/, '')
  if (/^0[0-7]+$/.test(digits)) return sign * Number.parseInt(digits, 8)
  return sign * Number(digits)
}

/** Values of typed keys: `port: "7890"` is refused, `port: 7890.5` is cut. */
export const strictYaml: ScalarReading = {
  // Asked of every value there is: it looks at no more than it has to.
  isNull: ({ text, style, tag }) => style === 'plain' && text.length <= 4 && tag === undefined && NULLS.has(text),
  text: (node) => node.text,
  number: (node) => (['int', 'float'].includes(yamlType(node)) ? Math.trunc(numberOf(node.text)) : undefined),
  boolean: (node) =>
    yamlType(node) === 'bool' || (yamlType(node) === 'text' && BOOLS_IF_WANTED.test(node.text))
      ? /^(?:t|y|on)/i.test(node.text)
      : undefined,
}

/** The literals of Go's `ParseInt` with base 0. */
const GO_INT = /^[-+]?(?:0[xX][0-9a-fA-F_]{1,16}|0[oO]?[0-7_]{1,22}|0[bB][01_]{1,64}|[1-9][0-9_]{0,18}|0)$/

/** Values in nodes, groups, providers and listeners: texts become numbers, numbers texts. */
export const weakYaml: ScalarReading = {
  isNull: (node) => strictYaml.isNull(node),
  text: (node) => {
    const type = yamlType(node)
    if (type === 'bool' || type === 'time') return undefined
    return type === 'int' || type === 'float' ? goText(node.text, type) : node.text
  },
  number: (node) => {
    const type = yamlType(node)
    if (type === 'int' || type === 'float') return Math.trunc(numberOf(node.text))
    return type === 'text' && GO_INT.test(node.text) ? numberOf(node.text) : undefined
  },
  boolean: (node) => {
    const type = yamlType(node)
    if (type === 'int') return numberOf(node.text) !== 0
    return type === 'bool' ? /^t/i.test(node.text) : undefined
  },
}

/** What becomes of a number where a text is wanted: `0123` is 83, `2351e1` is `2.351E+04`. */
function goText(text: string, type: 'int' | 'float'): string {
  const number = numberOf(text)
  if (type === 'int') return String(number)
  if (!Number.isFinite(number)) return '+Inf'
  const [mantissa = '', exponent = '0'] = number.toExponential().split('e')
  const size = String(Math.abs(Number(exponent))).padStart(2, '0')
  return `${mantissa}E${exponent.startsWith('-') ? '-' : '+'}${size}`
}
