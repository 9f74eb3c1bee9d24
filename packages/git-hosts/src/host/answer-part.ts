import { GitHostError } from './failure.ts'

/** The keys of every kind that a union of objects has. */
type KeyOf<T> = T extends unknown ? keyof T & string : never
type At<T, K extends string> = T extends unknown ? (K extends keyof T ? NonNullable<T[K]> : never) : never

/** An answer read field by field: what is not of the type that is asked for makes it a `bad-answer`. */
export class AnswerPart<T> {
  readonly value: unknown
  readonly #place: string

  constructor(value: unknown, place = 'answer') {
    this.value = value
    this.#place = place
  }

  /** What stands under a key. */
  at<K extends KeyOf<T>>(key: K): AnswerPart<At<T, K>> {
    const isObject = typeof this.value === 'object' && this.value !== null && !Array.isArray(this.value)
    const fields: Record<string, unknown> = isObject ? { ...this.value } : {}
    return new AnswerPart(fields[key], `${this.#place}.${key}`)
  }

  get isThere(): boolean {
    return this.value !== undefined && this.value !== null
  }

  get isList(): boolean {
    return Array.isArray(this.value)
  }

  text(key: KeyOf<T>): string {
    return this.at(key).#as('text', (value) => typeof value === 'string')
  }

  maybeText(key: KeyOf<T>): string | undefined {
    return this.#maybe(key, (field) => field.#as('text', (value) => typeof value === 'string'))
  }

  maybeNumber(key: KeyOf<T>): number | undefined {
    return this.#maybe(key, (field) => field.#as('a number', (value) => typeof value === 'number'))
  }

  maybeFlag(key: KeyOf<T>): boolean | undefined {
    return this.#maybe(key, (field) => field.#as('true or false', (value) => typeof value === 'boolean'))
  }

  texts(key: KeyOf<T>): string[] {
    const items: AnswerPart<unknown>[] = this.at(key).list()
    return items.map((item) => item.#as('text', (value) => typeof value === 'string'))
  }

  /** Programs in Go write null for a list that is empty. */
  list(): AnswerPart<T extends readonly (infer Item)[] ? Item : never>[] {
    const items = this.value === null ? [] : this.#as('a list', (value): value is unknown[] => Array.isArray(value))
    return items.map((item, index) => new AnswerPart(item, `${this.#place}[${index}]`))
  }

  #maybe<Value>(key: KeyOf<T>, read: (field: AnswerPart<unknown>) => Value): Value | undefined {
    const field = this.at(key)
    return field.isThere ? read(field) : undefined
  }

  #as<Value>(what: string, is: (value: unknown) => value is Value): Value {
    if (!is(this.value)) throw new GitHostError({ code: 'bad-answer', said: `${this.#place} is not ${what}` })
    return this.value
  }
}
