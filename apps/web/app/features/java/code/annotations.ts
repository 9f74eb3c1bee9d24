import type { JavaOptions } from './options.ts'

/**
 * The annotation that keeps a key, on a field, a component of a record and a constant of an enum.
 * Jackson: jackson-annotations, javadoc of `JsonProperty` (fields, parameters; "for enum constants" since 2.6; records since
 * jackson-databind 2.12). Gson: javadoc of `SerializedName` (fields, methods), user guide "Java Records" (since 2.10) and
 * `TypeAdapters.EnumTypeAdapter` (constants).
 */
export const KEY_ANNOTATIONS: Readonly<Record<JavaOptions['library'], { name: string; from: string } | undefined>> = {
  jackson: { name: 'JsonProperty', from: 'com.fasterxml.jackson.annotation' },
  gson: { name: 'SerializedName', from: 'com.google.gson.annotations' },
  none: undefined,
}

/** Javadoc of `org.jspecify.annotations.Nullable`: stands before a type. */
export const NULLABLE = { name: 'Nullable', from: 'org.jspecify.annotations' } as const

/** projectlombok.org/features/Data: getters, setters, equals, hashCode and toString. */
export const LOMBOK_DATA = { name: 'Data', from: 'lombok' } as const
