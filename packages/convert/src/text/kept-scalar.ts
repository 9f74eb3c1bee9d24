import { CORE_SCHEMA, defineScalarTag, DUMP_SCHEMA, mergeTag, NOT_RESOLVED, Schema } from 'js-yaml'
import { isRecord, type JsonObject } from './record.ts'

/**
 * A plain YAML scalar that two readers may read differently, or that would be spelled differently when printed:
 * `yes`, `0123`, `1.0`, `0x1f`, `1e3`, `1_000`. In a config of the user's own it goes out as it came in.
 */
export class KeptScalar {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): string {
    return this.text
  }

  toString(): string {
    return this.text
  }
}

/** A map of a config whose scalars are kept. */
export function isKeptRecord(value: unknown): value is JsonObject {
  return isRecord(value) && !(value instanceof KeptScalar)
}

/** The value when it is a map of such a config, else an empty one. */
export function keptRecordOf(value: unknown): JsonObject {
  return isKeptRecord(value) ? value : {}
}

/** `true` and `True`: what every reader of YAML takes for it. `yes` is text to most. */
export function isTrue(value: unknown): boolean {
  return value === true || (value instanceof KeptScalar && value.text.toLowerCase() === 'true')
}

/** Plain scalars that some reader of YAML takes for something else than this text. */
export const RETYPED =
  /^(?:y|n|yes|no|on|off|[-+]?(?:\d[\d_:.]*(?:e[-+]?\d+)?|\.\d[\d_]*(?:e[-+]?\d+)?|0x[\da-f_]+|0o[0-7_]+|0b[01_]+|\.inf)|\.nan|~|true|false|null)$/i

/** What every reader and printer spells alike: the usual numbers, true, false and null. */
const PLAIN = /^(?:true|false|null|0|-?[1-9]\d{0,14}|-?(?:0|[1-9]\d{0,9})\.\d{0,5}[1-9])$/

const keptScalar = defineScalarTag<KeptScalar>('tag:yaml.org,2002:switchyard-kept', {
  implicit: true,
  resolve: (source) => (RETYPED.test(source) && !PLAIN.test(source) ? new KeptScalar(source) : NOT_RESOLVED),
  identify: (data) => data instanceof KeptScalar,
  represent: (data: KeptScalar) => data.text,
})

/** Reads the user's own config: `load` of js-yaml takes it. */
export const KEEPING_SCHEMA = new Schema([keptScalar, ...CORE_SCHEMA.tags, mergeTag])

/** `e5`, `E-12`, `.e5`, `infinity`: no version of YAML says that these are numbers, some readers take them for one. */
export const NUMBER_TO_SOME = /^[-+.]?(?:e[-+]?\d[\d_]*|inf|infinity|nan)$/i

/** Nothing is of this type. The printer quotes a text that would be read as one. */
const numberToSome = defineScalarTag<string>('tag:yaml.org,2002:switchyard-number-to-some', {
  implicit: true,
  resolve: (source) => (NUMBER_TO_SOME.test(source) ? source : NOT_RESOLVED),
  identify: () => false,
})

/** Prints what was made of it: `dump` of js-yaml takes it. Text is quoted as by default, and where it may be a number. */
export const KEEPING_DUMP_SCHEMA = new Schema([keptScalar, numberToSome, ...DUMP_SCHEMA.tags])
