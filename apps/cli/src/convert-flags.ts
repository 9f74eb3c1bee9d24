/** The options as the command line spells them. */
export interface ConvertFlags {
  /** Needed where there is no recipe. */
  to?: string
  recipe?: string
  singBoxVersion: string
  xrayVersion: string
  list?: boolean
  template: string
  rules?: string
  ruleProvider?: string
  route?: string
  mapping?: string
  prefix?: string
  exclude?: string[]
  include?: string[]
  provider?: string[]
  lists?: string
  remoteLists?: boolean
  tun?: boolean
  secret?: string
  clashPremium?: boolean
  keepDuplicates?: boolean
  userAgent?: string
  output?: string
  report?: string
}

/** Whether an option was typed, and is not the usual one. */
export type IsGiven = (option: string) => boolean
