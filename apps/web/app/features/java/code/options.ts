export const INPUT_FORMATS = ['json', 'yaml', 'properties'] as const
export type InputFormat = (typeof INPUT_FORMATS)[number]

/** What is made of the input. `properties`: .properties as YAML, anything else as .properties. */
export const JAVA_OUTPUTS = ['record', 'pojo', 'enum', 'properties'] as const
export type JavaOutput = (typeof JAVA_OUTPUTS)[number]

export const JAVA_VERSIONS = ['8', '17'] as const
export const LIBRARIES = ['jackson', 'gson', 'none'] as const
export const NULLABLES = ['boxed', 'nullable'] as const
export const DATES = ['text', 'time'] as const

export interface JavaOptions {
  format: InputFormat | 'auto'
  output: JavaOutput
  packageName: string
  rootClass: string
  version: (typeof JAVA_VERSIONS)[number]
  /** Whose annotations keep a key that cannot be a name. */
  library: (typeof LIBRARIES)[number]
  /** @Data in place of getters and setters; only of a POJO. */
  hasLombok: boolean
  /** How a field that may be missing is written: its boxed type, with `@Nullable` or without. */
  nullables: (typeof NULLABLES)[number]
  /** Whether dates are texts or types of java.time. */
  dates: (typeof DATES)[number]
}

export const DEFAULT_OPTIONS: JavaOptions = {
  format: 'auto',
  output: 'record',
  packageName: 'com.example',
  rootClass: 'Root',
  version: '17',
  library: 'jackson',
  hasLombok: false,
  nullables: 'boxed',
  dates: 'text',
}
